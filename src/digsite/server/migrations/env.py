"""Alembic runs this: it always uses the connection it is given."""

from alembic import context

from digsite.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
