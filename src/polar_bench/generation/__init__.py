"""Generation: from a domain's facts to samples, by seeds that are derived for each profile."""
