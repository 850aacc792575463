import type { ColumnType, Generated } from 'kysely'

type Kept<T> = ColumnType<T, never, never>

/** What staff know and decide about members, and count. */
export interface MemberTables {
  memberSeen: { memberId: string; lastSeenAt: Kept<Date> }
  earningsCorrection: {
    memberId: string
    correctionId: string
    totalBefore: number
    totalAfter: number
    pointsBefore: number
    pointsAfter: number
    reason: string
    actor: string
    createdAt: Kept<Date>
  }
  memberNote: {
    memberId: string
    noteId: Generated<string>
    note: string
    author: string
    createdAt: Kept<Date>
  }
  staffFigures: {
    isOnly: Kept<boolean>
    totalUsers: number
    totalSurveys: number
    totalEarnings: number
    activeUsers: number
    surveysCompleted: number
    countedAt: Date
  }
}
