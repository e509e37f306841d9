"""What makes the checkout ready, describes it and builds from it."""
