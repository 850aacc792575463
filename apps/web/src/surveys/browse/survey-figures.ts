/** Figures that the survey list shows as they stand here (SPEC §2). They decide nothing. */
export const surveyFigures = { averageRewardKes: 450, averageMinutes: 15, rating: 4.8 } as const
