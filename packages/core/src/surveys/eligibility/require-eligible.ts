import type { Db } from '@chuma/db/client'
import { findEligibility, listOpenRules } from '@chuma/db/queries/surveys/eligibility/eligibility'
import { readMemberFacts } from '@chuma/db/queries/surveys/eligibility/member-facts'
import { AppError } from '../../app-error.ts'
import { matchesRule } from './matches-rule.ts'

type SurveyRef = { memberId: string; surveyId: string }

/** Refuse a survey that is for other members. @throws AppError NOT_ELIGIBLE */
export async function requireEligible(db: Db, { memberId, surveyId }: SurveyRef): Promise<void> {
  const eligibility = await findEligibility(db, surveyId)
  if (!eligibility?.rule) return
  if (!matchesRule(eligibility.rule, await readMemberFacts(db, memberId))) throw new AppError('NOT_ELIGIBLE')
}

/** List the active surveys that are for other members. Undefined if none has a rule: then no facts are read. */
export async function listClosedSurveys(db: Db, memberId: string): Promise<string[] | undefined> {
  const rules = await listOpenRules(db)
  if (rules.length === 0) return undefined
  const facts = await readMemberFacts(db, memberId)
  return rules.filter(({ rule }) => !matchesRule(rule, facts)).map(({ surveyId }) => surveyId)
}
