"""Typed coreference: mentions and links by semantic class or by any other grouping."""
