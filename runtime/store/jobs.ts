/** Work that outlives the call that ordered it. */
export interface Job {
  readonly id: string;
  /** Id of the machine whose state it is in. */
  readonly machine: string;
  readonly state: string;
  /** Payer or account that ordered it. */
  readonly owner: string;
  /** Claim or reservation that pays for it. */
  readonly claim?: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Plain JSON that its handler keeps. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface JobStore {
  /** Stores a job; with `holds`, the job keeps its claim beyond the call, to settle it later. */
  insert(job: Job, options?: { readonly holds: true }): Promise<void>;
  find(id: string): Promise<Job | undefined>;
  /** The newest job that a claim pays for. */
  ofClaim(claim: string): Promise<Job | undefined>;
  /** Moves a job to a state and replaces its data if given; returns false when it is in none of the states `from`. */
  move(id: string, from: readonly string[], to: string, data?: Job['data']): Promise<boolean>;
  /** Oldest first. */
  ofOwner(machine: string, owner: string): Promise<readonly Job[]>;
}
