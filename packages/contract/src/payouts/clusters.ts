import * as z from 'zod'
import { id, pageOf, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { DESTINATION_KINDS } from '../wallet/wallet.ts'

/** From this score on a cluster waits for a decision. */
export const CLUSTER_ATTENTION = 50
/** Members are told that a held cluster is decided within this number of days. */
export const CLUSTER_DECISION_DAYS = 7
/** Why two accounts belong together. */
export const EDGE_KINDS = ['mailbox', 'destination', 'device', 'invitation', 'timing'] as const
export type EdgeKind = (typeof EDGE_KINDS)[number]

/**
 * What makes up a score. The last four speak for the members and lower it. `count` of `of` members; `minutes` of sign-ups that came
 * together; `method` of a shared destination, where it is known.
 */
const CLUSTER_REASONS = [
  'one-mailbox',
  'one-destination',
  'one-device',
  'invited-each-other',
  'signed-up-together',
  'earned-together',
  'many-accounts',
  'own-destinations',
  'own-devices',
  'good-surveys',
  'known-to-staff',
] as const

export const clusterReason = z.object({
  code: z.enum(CLUSTER_REASONS),
  points: z.int(),
  count: z.int(),
  of: z.int(),
  minutes: z.int().optional(),
  method: z.enum(DESTINATION_KINDS).optional(),
})
export type ClusterReason = z.infer<typeof clusterReason>

/**
 * `found`: waits, if its score calls for a decision · `held`: withdrawals are on hold · `paused`: payouts are paused · `released`: the
 * holds have ended · `dismissed`: these are different people · `closed`: merged into another, or its members no longer belong together.
 */
export const CLUSTER_STATES = ['found', 'held', 'paused', 'released', 'dismissed', 'closed'] as const
export type ClusterState = (typeof CLUSTER_STATES)[number]

const stake = {
  memberCount: z.int(),
  /** Available and held. */
  points: z.int(),
  /** What these points are worth at the wallet's rate. */
  amountKes: z.int(),
}

const clusterRow = {
  id: z.uuid(),
  state: z.enum(CLUSTER_STATES),
  version: z.int(),
  score: z.int(),
  reasons: z.array(clusterReason),
  foundAt: timestamp,
  waitsSince: timestamp,
  decidedAt: timestamp.nullable(),
  decidedBy: z.string().nullable(),
  decisionReason: z.string().nullable(),
}

export const cluster = z.object({ ...clusterRow, ...stake })
export type Cluster = z.infer<typeof cluster>

export const clusterMember = z.object({
  userId: z.uuid(),
  userName: z.string(),
  userEmail: z.string(),
  signedUpAt: timestamp,
  joinedAt: timestamp,
  availablePoints: z.int(),
  heldPoints: z.int(),
  openWithdrawals: z.int(),
  openKes: z.int(),
  paidKes: z.int(),
  isPaused: z.boolean(),
  sharesPhone: z.boolean(),
  edgeKinds: z.array(z.enum(EDGE_KINDS)),
})
export type ClusterMember = z.infer<typeof clusterMember>

export const clusterEdge = z.object({
  memberId: z.uuid(),
  otherId: z.uuid(),
  kind: z.enum(EDGE_KINDS),
  weight: z.int(),
})
export type ClusterEdge = z.infer<typeof clusterEdge>

export const clusterDetail = cluster.extend({
  members: z.array(clusterMember),
  edges: z.array(clusterEdge),
})
export type ClusterDetail = z.infer<typeof clusterDetail>

export const listClustersInput = z.strictObject({
  state: z.enum(CLUSTER_STATES).optional(),
  ...pageOf(50),
})
export type ListClustersInput = z.infer<typeof listClustersInput>

export const getClusterInput = z.strictObject({ id })

/** What staff can do with all members of a cluster at once. */
export const CLUSTER_DECISIONS = ['hold', 'release', 'pause', 'dismiss'] as const
export type ClusterDecision = (typeof CLUSTER_DECISIONS)[number]

/** What a decision would do now. `version`: what the decision has to name. */
export const clusterPreview = z.object({
  version: z.int(),
  state: z.enum(CLUSTER_STATES),
  memberCount: z.int(),
  openWithdrawals: z.int(),
  openKes: z.int(),
  paidKes: z.int(),
  /** Members whose payouts are paused already. */
  pausedCount: z.int(),
  /** Holds that a release would end. */
  heldWithdrawals: z.int(),
  /** Accounts of the caller's own: with one among them, they decide nothing about the cluster. */
  ownAccounts: z.array(z.string()),
  /** The decisions that the state allows. */
  decisions: z.array(z.enum(CLUSTER_DECISIONS)),
})
export type ClusterPreview = z.infer<typeof clusterPreview>

export const decideClusterInput = z.strictObject({
  decision: z.enum(CLUSTER_DECISIONS),
  /** Of the preview that the decision was made on. */
  version: z.int().min(1),
  /** Kept in the audit log. Members read it when their payouts are paused. */
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_MEMBER'))),
  id,
})
export type DecideClusterInput = z.infer<typeof decideClusterInput>
