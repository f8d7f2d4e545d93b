"""What tests share: samples of their own making and a real HTTP endpoint."""
