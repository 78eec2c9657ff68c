/** Grafana's unit ids that the boards use. */
export const Unit = {
  BYTES: "bytes",
  BYTES_PER_SECOND: "binBps",
  BYTES_PER_BYTE: "none",
  SECONDS: "s",
  /** Seconds of work per second: 1 is one thread all the time. */
  THREADS: "none",
  SHARE: "percentunit",
  COUNT: "short",
  PER_SECOND: "cps",
  REQUESTS_PER_SECOND: "reqps",
  READS_PER_SECOND: "rps",
  OPERATIONS_PER_SECOND: "ops",
  IO_PER_SECOND: "iops",
  DATE: "dateTimeAsIso",
  PLAIN: "none",
} as const;

export type Unit = (typeof Unit)[keyof typeof Unit];
