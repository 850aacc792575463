import type { EdgeKind } from '@chuma/contract/payouts/clusters'

/** Two accounts whose reasons weigh this much together belong to one cluster. */
export const CONNECTED_FROM = 50
/** Fewer accounts are what a couple has. */
export const SMALLEST_CLUSTER = 3

/**
 * Money and mail connect alone. A phone does not: families share one. An invitation or the same minutes are what friends have in
 * common. A network address is no reason at all, because a carrier puts a district behind one.
 */
export const EDGE_WEIGHTS: Readonly<Record<EdgeKind, number>> = {
  mailbox: 60,
  destination: 60,
  device: 30,
  invitation: 15,
  /** Sign-ups together. */
  timing: 15,
}

/** Earning together, day after day: with one phone it connects. */
export const LOCKSTEP_WEIGHT = 20

export const CLUSTER_TERMS = {
  deviceDays: 90,
  /** More accounts behind one address with one user agent are a network with the same kind of phone, not a device. */
  largestDevice: 25,
  /** Who may declare that they share a phone, each naming the four others. */
  largestDeclared: 5,
  /** More young accounts than a household has, opened within this time, are still to show what they are. */
  freshDays: 14,
  /** Sign-ups this close may be one person's. */
  signUpMinutes: 15,
  /** For the score: sign-ups of a cluster within this time. */
  burstMinutes: 60,
  /** Rewards of two accounts this close, at least this often, are earned in lockstep. */
  lockstepSeconds: 120,
  lockstepTimes: 5,
  earningDays: 30,
  /** Devices of one's own for so long speak for a person. */
  ownDeviceDays: 60,
  /** Surveys without a flag that speak for a person. */
  goodSurveys: 5,
  /** More are not followed in one search. */
  largestSearch: 2000,
} as const
