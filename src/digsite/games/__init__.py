"""The games. Each is a package of its own, found through `digsite.core.registry`."""
