"""Sample data, generators and file readers: everything that ends in a DomainPair."""
