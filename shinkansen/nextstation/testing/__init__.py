"""What tests of Next Station, ours and others', can use."""
