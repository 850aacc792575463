type Promised = { memberId: string; surveyId: string; title: string; points: number }

/** Describe the reward of a survey. Its source key prevents a second credit on any path; a repeat returns the first posting. */
export function surveyReward({ memberId, surveyId, title, points }: Promised) {
  return {
    memberId,
    kind: 'survey' as const,
    points,
    sourceKey: `survey:${surveyId}`,
    description: `Survey: ${title}`,
    subjectId: surveyId,
  }
}
