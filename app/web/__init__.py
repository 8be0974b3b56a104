"""The pages: routes, forms, sockets. No rules and no SQL about actions here."""
