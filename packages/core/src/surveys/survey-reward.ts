/** Describe what a member gets who was screened out by our own questions: once, whatever else pays for the survey. */
export function screenOutReward(promised: Promised) {
  return {
    ...surveyReward(promised),
    sourceKey: `survey-screen-out:${promised.surveyId}`,
    description: `Screened out: ${promised.title}`,
  }
}

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
