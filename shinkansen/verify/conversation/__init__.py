"""The conversation with an engine: what is said over the wire, how an engine is reached, kept in check and ended."""
