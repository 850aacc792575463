import { sql } from 'kysely'
import {
  ArrayExpressionNode,
  type DatabaseMetadata,
  GenericExpressionNode,
  generate,
  IdentifierNode,
  PostgresDialect,
} from 'kysely-codegen'
import type { Db } from '../client.ts'

// Nodes instead of strings: to parse a string the library needs TypeScript's own parser, which TypeScript 7 does not export.
const generic = (name: string) => (type: string) =>
  new GenericExpressionNode(name, [new IdentifierNode(type)])
/** Set by the database, never by a caller. */
const kept = generic('Kept')
const json = generic('JsonOf')
const listOf = (type: string) => new ArrayExpressionNode(new IdentifierNode(type))
const jsonList = (type: string) => new GenericExpressionNode('JsonOf', [listOf(type)])

/** What the catalogue does not say about a column. Choices of words come from its CHECK. */
const OVERRIDES = {
  'api_key.permissions': listOf('Permission'),
  'alarm.figures': json('AlarmFigures'),
  'approval_request.after': json('object'),
  'approval_request.before': json('object'),
  'approval_request.payload': json('object'),
  'audit_entry.after': json('object'),
  'audit_entry.before': json('object'),
  'call_key.answer': json('unknown'),
  'cluster.reasons': jsonList('ClusterReason'),
  'earning_day.points': kept('number'),
  'economy_version.assumptions': json('EconomyAssumptions'),
  'economy_version.record': json('Economy'),
  'hold.facts': new GenericExpressionNode('Generated', [json('HoldFacts')]),
  'hold.reason': new IdentifierNode('HoldReason'),
  'partner.scheme': json('object'),
  'partner_event.headers': json('EventHeaders'),
  'partner_event_outcome.partner_id': kept('string'),
  'partner_event_outcome.received_at': kept('Date'),
  'member_tax.pin': new IdentifierNode('SealedText'),
  'payout_details.account_number': new IdentifierNode('SealedText'),
  'posting.available_after': kept('number'),
  'posting.created_at': kept('Date'),
  'posting.hash': kept('Buffer'),
  'posting.held_after': kept('number'),
  'posting.house_account': new IdentifierNode('HouseAccount'),
  'posting.kind': new IdentifierNode('PostingKind'),
  'posting.seq': kept('number'),
  'product.figures': json('Figures'),
  'provider_token.failure': json('object'),
  'questionnaire_draft.content': json('Questionnaire'),
  'survey_eligibility.rule': json('Rule'),
  'questionnaire_version.content': json('Questionnaire'),
  'sign_off_link.content': json('Questionnaire'),
  'quiz_attempt.answers': json('QuizAnswers'),
  'quiz_attempt.questions': jsonList('StoredQuizQuestion'),
  'spin.drawn_from': json('SpinTable'),
  'survey.answer_quality': json('AnswerQuality'),
  'survey.questions': jsonList('PlainQuestion'),
  'survey.earlier_questions': new GenericExpressionNode('Generated', [jsonList('PlainQuestion[]')]),
  'survey_quota.dimensions': jsonList('QuotaDimension'),
  'survey_cell.profile': json('Record<string, string[]>'),
  'survey_answer.answer': json('AnswerValue'),
  'survey_attempt.questions': jsonList('SurveyQuestion'),
  'test_answer.answers': jsonList('TestedAnswer'),
  'test_answer.profile': json('Record<string, string>'),
  'task.kind': new IdentifierNode('TaskKind'),
  'task_list_view.kind': new IdentifierNode('TaskKind'),
  'task_proof.kind': new IdentifierNode('ProofKind'),
  'wallet.available': kept('number'),
  'wallet.available_level': kept('number'),
  'wallet.earned': kept('number'),
  'wallet.earned_correction': kept('number'),
  'wallet.earnings_level': kept('number'),
  'wallet.held': kept('number'),
  'wallet.in_reversal_debt': kept('boolean'),
  'wallet.last_hash': kept('Buffer'),
  'wallet.seq': kept('number'),
  'wallet.total_earnings': kept('number'),
  'webhook_endpoint.events': listOf('WebhookEventType'),
  'webhook_event.data': json('object'),
  'withdrawal.account_number': new IdentifierNode('SealedText'),
  'withdrawal.payout_kes': kept('number'),
  'withdrawal.review_reasons': new GenericExpressionNode('Generated', [listOf('ReviewReason')]),
}

const from = (module: string, ...names: string[]) => Object.fromEntries(names.map((name) => [name, module]))

const IMPORTS = {
  ...from('./column-types.ts', 'EventHeaders', 'HouseAccount', 'JsonOf', 'Kept', 'QuizAnswers', 'SpinTable'),
  ...from('./column-types.ts', 'SealedText', 'StoredQuizQuestion', 'WebhookEventType'),
  ...from('@chuma/contract/admin/system', 'AlarmFigures'),
  ...from('@chuma/contract/admin/economy/economy', 'Economy'),
  ...from('@chuma/contract/admin/economy/project-economy', 'EconomyAssumptions'),
  ...from('@chuma/contract/admin/figures', 'Figures'),
  ...from('@chuma/contract/admin/permissions', 'Permission'),
  ...from('@chuma/contract/payouts/clusters', 'ClusterReason'),
  ...from('@chuma/contract/payouts/holds', 'HoldFacts'),
  ...from('@chuma/contract/wallet/holds', 'HoldReason'),
  ...from('@chuma/contract/surveys/answer-quality', 'AnswerQuality'),
  ...from('@chuma/contract/surveys/answers', 'AnswerValue'),
  ...from('@chuma/contract/surveys/eligibility/eligibility', 'Rule'),
  ...from('@chuma/contract/surveys/questionnaire/questionnaire', 'Questionnaire'),
  ...from('@chuma/contract/surveys/quotas/quotas', 'QuotaDimension'),
  ...from('@chuma/contract/surveys/sign-off', 'TestedAnswer'),
  ...from('@chuma/contract/surveys/surveys', 'PlainQuestion', 'SurveyQuestion'),
  ...from('@chuma/contract/posting-kinds', 'PostingKind'),
  ...from('@chuma/contract/tasks/task-kinds', 'ProofKind', 'TaskKind'),
  ...from('@chuma/contract/wallet/wallet', 'ReviewReason'),
}

/** Write Kysely's types of all tables: `schema.gen.ts`. */
export async function renderTypes(db: Db): Promise<string> {
  const text = await generate({
    db: db.withoutPlugins(),
    dialect: new PostgresDialect({ dateParser: 'string' }),
    camelCase: true,
    includePattern: 'public.*',
    excludePattern: 'public.kysely_migration*',
    customImports: IMPORTS,
    overrides: { columns: OVERRIDES },
    postprocess: async ({ metadata }) => addChoices(metadata, await listChoices(db)),
    // As the parsers in client.ts return them.
    typeMapping: { int8: 'number', numeric: 'number', timestamptz: 'Date' },
    typeOnlyImports: true,
    outFile: null,
  })
  return text.replace('export interface DB {', 'export interface Database {')
}

type Choice = { table: string; column: string; words: string[] }

/** List text columns whose CHECK lists their possible words. */
async function listChoices(db: Db): Promise<Choice[]> {
  const { rows } = await sql<{ table: string; column: string; rule: string }>`
    select c.relname as table, a.attname as column, pg_get_expr(n.conbin, n.conrelid) as rule
    from pg_constraint n
    join pg_class c on c.oid = n.conrelid
    join pg_attribute a on a.attrelid = c.oid and n.conkey = array[a.attnum] and a.atttypid = 'text'::regtype
    where n.contype = 'c' and n.connamespace = 'public'::regnamespace
  `.execute(db)
  return rows.flatMap(({ table, column, rule }) => {
    const [, list] = new RegExp(`^\\(${column} = ANY \\(ARRAY\\[(.*)\\]\\)\\)$`).exec(rule) ?? []
    return list
      ? [{ table, column, words: [...list.matchAll(/'([^']+)'::text/g)].map(([, word = '']) => word) }]
      : []
  })
}

function addChoices(metadata: DatabaseMetadata, choices: readonly Choice[]): DatabaseMetadata {
  for (const { table, column, words } of choices) {
    const found = metadata.tables
      .find(({ name }) => name === table)
      ?.columns.find(({ name }) => name === column)
    if (found) found.enumValues = words
  }
  return metadata
}
