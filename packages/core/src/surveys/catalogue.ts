import type { Rule } from '@chuma/contract/surveys/eligibility/eligibility'
import type { Db } from '@chuma/db/client'
import {
  type BegunSurvey,
  type CatalogueSurvey,
  listCatalogue,
  readSurveysOf,
  type SurveysOfMember,
} from '@chuma/db/queries/surveys/catalogue'
import type { MemberFacts } from '@chuma/db/queries/surveys/eligibility'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type CacheOptions, createCached } from '../live/cached.ts'
import { matchesRule } from './eligibility.ts'

/** The active surveys, newest first, and what a list has to ask about its member because of them. */
export type Catalogue = Awaited<ReturnType<Deps['surveyCatalogue']>>

/** Read the active surveys, and cache them. A start reads its survey itself: these only decide what lists show. */
export function createCatalogueReader(db: Db, options?: CacheOptions): Deps['surveyCatalogue'] {
  return createCached(async () => toCatalogue(await listCatalogue(db)), 'survey', options)
}

function toCatalogue(surveys: readonly CatalogueSurvey[]) {
  const idsWhere = (holds: (survey: CatalogueSurvey) => boolean) => surveys.filter(holds).map(({ id }) => id)
  const asked = {
    countries: [...new Set(surveys.map(({ country }) => country))],
    timedIds: idsWhere(({ isTimed }) => isTimed),
    limitedIds: idsWhere(({ isLimited }) => isLimited),
    celledIds: idsWhere(({ hasCells }) => hasCells),
    orderedIds: idsWhere(({ hasOrder }) => hasOrder),
    hasRules: surveys.some(({ rule }) => rule !== null),
  }
  return { surveys, asked }
}

/** The catalogue, and what was asked about a member because of it. */
export type Reading = { catalogue: Catalogue; surveys: SurveysOfMember }

/** By request: the dashboard asks for what is open today and for surveys in one batch. */
const shared = new WeakMap<SignedInMember, Promise<Reading>>()

/** Let lists of the same request use what `reading` reads. */
export function shareReading(member: SignedInMember, reading: Promise<Reading>): void {
  shared.set(member, reading)
}

/** Read what decides which surveys are open to a member, unless the request has read it. */
export async function readSurveys(
  deps: Pick<Deps, 'db' | 'surveyCatalogue'>,
  member: SignedInMember,
): Promise<Reading> {
  const catalogue = await deps.surveyCatalogue()
  const read = shared.get(member)
  if (read) return read
  return { catalogue, surveys: await readSurveysOf(deps.db, member.memberId, catalogue.asked) }
}

export type OpenSurvey = { survey: CatalogueSurvey; begun: BegunSurvey | undefined }

/**
 * Choose the first surveys that the member may start or continue. Begun ones stay open, even if they are full or for other members
 * now.
 */
export function chooseOpen(
  offered: readonly CatalogueSurvey[],
  { begun, facts, ...ids }: SurveysOfMember,
  limit = offered.length,
): OpenSurvey[] {
  const countries = new Set(ids.countries)
  const closed = new Set([...ids.endedIds, ...ids.closedIds])
  const full = new Set(ids.fullIds)
  const begunById = new Map(begun.map((survey) => [survey.id, survey]))
  const open: OpenSurvey[] = []
  for (const survey of offered) {
    if (open.length === limit) break
    if (closed.has(survey.id) || !countries.has(survey.country)) continue
    const own = begunById.get(survey.id)
    if (own || (!full.has(survey.id) && isForMember(survey.rule, facts))) open.push({ survey, begun: own })
  }
  return open
}

const isForMember = (rule: Rule | null, facts: MemberFacts | null) =>
  rule === null || (facts !== null && matchesRule(rule, facts))
