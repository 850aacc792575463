/** A second person's decision, under which a use case runs as the act of the person who asked for it. */
export type Approval = {
  approvalId: string
  /** Null: nobody else could approve it, and its delay is over. */
  approver: { name: string; address: string | null } | null
  note: string
}

/** For the audit entry of a change: under which approval it happened. Empty without one. */
export type ApprovedBy = { approvalId?: string; approvedBy?: string }
