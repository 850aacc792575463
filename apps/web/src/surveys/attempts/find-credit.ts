import type { Click } from '@chuma/contract/partners/partners'

/** The click that a partner paid for, if one was. Others at the same survey only say that it is settled. */
export function findCredit(clicks: readonly Click[], surveyId: string): Click | undefined {
  return clicks.find((click) => click.surveyId === surveyId && click.creditedPoints !== null)
}
