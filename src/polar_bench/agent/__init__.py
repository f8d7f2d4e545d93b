"""The trusted agent: its port, the prompted agent, and the controls whose right score is known."""

from polar_bench.agent.controls import control
from polar_bench.agent.port import AgentFactory, TrustedAgent, from_function

__all__ = ["AgentFactory", "TrustedAgent", "control", "from_function"]
