/**
 * How long a connection may take, in milliseconds, as options of Node's HTTP server. Node looks for late
 * requests only from time to time and takes the smaller of the first two for the head of a request: counted
 * to the end of the connection, an unfinished head has 15 s and an unfinished body 30 s.
 */
export const CONNECTION_TIMEOUTS = {
  headersTimeout: 14_000,
  /** From the first byte of the head to the last of the body. */
  requestTimeout: 29_000,
  connectionsCheckingInterval: 500,
  /** Longer than a load balancer keeps its side open (commonly 60 s), so that it never writes to a closed socket. */
  keepAliveTimeout: 61_000,
};
