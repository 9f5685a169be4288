"""Next Station read a second time: a naive model and tests written from the texts alone, blind to the engine."""
