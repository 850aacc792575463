import * as z from 'zod'
import { fileText, id, timestamp } from '../../fields.ts'
import { TRAITS, type TraitKey } from '../eligibility/explain-rule.ts'
import { answersById, surveyQuestion } from '../surveys.ts'
import { MAX_QUESTIONNAIRE_BYTES, questionnaire } from './questionnaire.ts'
import { wordsLanguage } from './words.ts'

export const questionnaireIdInput = z.strictObject({ id })

/** The version that the editor was filled from; 0 before the first draft. */
const draftVersion = z.int().min(0).max(1_000_000)

export const saveQuestionnaireInput = z.strictObject({ version: draftVersion, questionnaire, id })
export type SaveQuestionnaireInput = z.infer<typeof saveQuestionnaireInput>

export const publishQuestionnaireInput = z.strictObject({ version: draftVersion.min(1), id })
export type PublishQuestionnaireInput = z.infer<typeof publishQuestionnaireInput>

export const importQuestionnaireInput = z.strictObject({
  version: draftVersion,
  /** The columns of the download: `Element`, `ID`, `Code`, `Type`, `Settings`, and one for each language. */
  csv: fileText(MAX_QUESTIONNAIRE_BYTES, 1),
  id,
})
export type ImportQuestionnaireInput = z.infer<typeof importQuestionnaireInput>

export const questionnaireDraft = z.object({
  /** Of the draft. 0: there is none yet. */
  version: z.int(),
  /** Before the first draft: the plain list that the survey asks, ready to be saved. Null: the category decides what is asked. */
  questionnaire: questionnaire.nullable(),
  savedAt: timestamp.nullable(),
  savedBy: z.string().nullable(),
  /** The survey's newest version, which members who start now are asked. Null: none is published. */
  publishedVersion: z.int().nullable(),
  /** The draft is what is published. */
  isPublished: z.boolean(),
})
export type QuestionnaireDraft = z.infer<typeof questionnaireDraft>

export const questionnaireVersion = z.object({
  version: z.int(),
  questionCount: z.int(),
  publishedAt: timestamp,
  publishedBy: z.string(),
})

export const checkedQuestionnaire = z.object({
  isPublishable: z.boolean(),
  issues: z.array(
    z.object({
      level: z.enum(['error', 'warning']),
      /** Where, in the questionnaire: `sections.0.questions.2.showIf`. */
      path: z.string(),
      message: z.string(),
    }),
  ),
  /** Conditions that have too many combinations of answers to try. */
  undecidedCount: z.int(),
})

/** How many times the robot answers. */
export const ROBOT_RUNS = 200

const spread = z.object({ median: z.int(), p90: z.int() })

/** What became of a questionnaire's draft when a robot answered it at random, `ROBOT_RUNS` times as somebody else. */
export const questionnaireDryRun = z.object({
  runs: z.int(),
  completed: z.int(),
  screenedOut: z.int(),
  /** Runs that found no answer to a required question. */
  stuck: z.int(),
  /** Questions asked, of completed runs. */
  questions: spread,
  /** What an unhurried reader needs, of completed runs. */
  seconds: spread,
  /** Codes of questions that no run was asked. */
  neverAsked: z.array(z.string()),
  /** Options and rows that no run was offered, though it was asked the question. */
  neverOffered: z.array(z.object({ question: z.string(), option: z.string() })),
  /** Where runs found no answer, most first. */
  stuckAt: z.array(z.object({ question: z.string(), runs: z.int() })),
  /** Quota cells that nobody who completed belongs to. */
  emptyCells: z.array(z.object({ id: z.string(), target: z.int() })),
})

export type QuestionnaireDryRun = z.infer<typeof questionnaireDryRun>

/** What a walk says of the profile, as conditions and texts read it. What is left out was not told. */
const walkedProfile = z.strictObject({
  age: traitCode('age'),
  sex: traitCode('sex'),
  county: traitCode('county'),
  settlement: traitCode('settlement'),
  education: traitCode('education'),
})
export type WalkedProfile = z.infer<typeof walkedProfile>

function traitCode(key: TraitKey) {
  return z.enum(TRAITS[key].options.map(({ code }) => code)).optional()
}

/** A way through a questionnaire by someone who only tries it. */
export const walkFields = {
  /** By question id, as a member gives them. */
  answers: answersById,
  profile: walkedProfile.prefault({}),
  language: wordsLanguage.default('en'),
}

export const tryQuestionnaireInput = z.strictObject({ questionnaire, ...walkFields })
export type TryQuestionnaireInput = z.infer<typeof tryQuestionnaireInput>

export const triedQuestionnaire = z.object({
  /** What these answers show, in the order of the questionnaire. */
  questions: z.array(surveyQuestion),
  /** A rule ended the survey. Null: it goes on, or all is answered. */
  end: z.object({ outcome: z.enum(['complete', 'screened-out']), reason: z.string().nullable() }).nullable(),
})
export type TriedQuestionnaire = z.infer<typeof triedQuestionnaire>
