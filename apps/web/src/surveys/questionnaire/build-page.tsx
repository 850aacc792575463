import {
  type Contradiction,
  MAX_CONTRADICTIONS,
  type Questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { QuestionnaireDraft } from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import { Button, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { SurveyFrame } from '../studio/survey-frame.tsx'
import { ConditionBuilder, listTargets, newPart, toLogic } from './condition-builder.tsx'
import { changeSection, isCodeTaken, newQuestionnaire } from './edit-questionnaire.ts'
import { type Opened, Outline } from './outline.tsx'
import { CheckList, FastestAnswers, type Issue, Phone } from './phone.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { CodeInput } from './question-settings.tsx'
import classes from './questionnaire.module.css'
import { QuestionnaireFiles } from './questionnaire-files.tsx'
import { EndRules, RuleList, WordsInput } from './rule-list.tsx'

/** Where a survey's questionnaire is written: its outline, one part of it, and a phone that runs it. */
export function BuildPage({ surveyId }: { surveyId: string }) {
  const draft = trpc.admin.getQuestionnaire.useQuery(
    { id: surveyId },
    { staleTime: JUST_NOW_MS, gcTime: 0, refetchOnReconnect: false, refetchOnWindowFocus: false },
  )
  return (
    <SurveyFrame surveyId={surveyId}>
      {({ permissions }) => (
        <QueryView query={draft} skeleton={<Skeletons count={2} height={240} />}>
          {(loaded) => (
            <QuestionnaireEditor
              {...{ surveyId, loaded }}
              isManager={permissions.includes('offers:manage')}
            />
          )}
        </QueryView>
      )}
    </SurveyFrame>
  )
}

type Props = { surveyId: string; loaded: Loaded; isManager: boolean }

function QuestionnaireEditor({ surveyId, loaded, isManager }: Props) {
  const desk = useQuestionnaire(surveyId, loaded)
  const { draft, setDraft } = desk
  const [opened, setOpened] = useState<Opened>(() => firstOf(draft))
  const shown = findOpened(draft, opened)
  const open = (id: number) => setOpened({ kind: 'question', id })
  return (
    <div className={classes.editor}>
      <Outline questionnaire={draft} onChange={setDraft} opened={opened} onOpen={setOpened} />
      <div className={classes.middle}>
        {isManager && <DraftBar desk={desk} />}
        {shown.place && (
          <QuestionPanel
            key={shown.question.id}
            questionnaire={draft}
            place={shown.place}
            question={shown.question}
            isNew={opened.kind === 'question' && opened.isNew === true}
            onChange={setDraft}
            onOpen={open}
          />
        )}
        {opened.kind === 'section' && (
          <SectionPanel questionnaire={draft} index={opened.index} onChange={setDraft} />
        )}
        {opened.kind === 'whole' && (
          <>
            <Languages questionnaire={draft} onChange={setDraft} />
            <Contradictions questionnaire={draft} onChange={setDraft} />
            <QuestionnaireFiles
              {...{ surveyId, draft, isManager }}
              onJson={setDraft}
              onCsv={desk.importCsv}
            />
          </>
        )}
      </div>
      <div className={classes.side}>
        <Phone questionnaire={draft} question={shown.question ?? draft.sections[0]?.questions[0]} />
        <CheckList
          questionnaire={draft}
          issues={desk.issues}
          undecidedCount={desk.undecidedCount}
          isOutdated={!desk.isSaved && desk.issues.length === 0}
          onOpen={open}
        />
        <FastestAnswers questions={draft.sections.flatMap(({ questions }) => questions)} />
      </div>
    </div>
  )
}

const firstOf = ({ sections }: Questionnaire): Opened => {
  const first = sections[0]?.questions[0]
  return first ? { kind: 'question', id: first.id } : { kind: 'whole' }
}

/** Undefined once it was removed. */
function findOpened({ sections }: Questionnaire, opened: Opened) {
  for (const [section, { questions }] of sections.entries()) {
    for (const [index, question] of questions.entries()) {
      if (opened.kind === 'question' && question.id === opened.id)
        return { question, place: { section, question: index } }
    }
  }
  return {}
}

/** What becomes of the draft, always in sight. */
function DraftBar({ desk }: { desk: ReturnType<typeof useQuestionnaire> }) {
  const t = useT()
  const state = desk.isChanged ? 'questionnaire.unsaved' : 'questionnaire.saved'
  return (
    <div className={classes.bar}>
      <Button loading={desk.isPending} disabled={desk.isSaved} onClick={desk.save}>
        {t('questionnaire.save')}
      </Button>
      <Button variant="default" disabled={!desk.canUndo} onClick={desk.undo}>
        {t('questionnaire.undo')}
      </Button>
      {desk.isChanged && (
        <Button variant="subtle" color="red" onClick={desk.discard}>
          {t('questionnaire.discard')}
        </Button>
      )}
      <Text c="dimmed" size="sm" role="status">
        {t(desk.isRestored && desk.isChanged ? 'questionnaire.restored' : state)}
      </Text>
    </div>
  )
}

type PartProps = { questionnaire: Questionnaire; onChange: (questionnaire: Questionnaire) => void }

function Languages({ questionnaire, onChange }: PartProps) {
  const t = useT()
  return (
    <section className={classes.section} aria-label={t('questionnaire.languages')}>
      <TagsInput
        label={t('questionnaire.languages')}
        description={t('questionnaire.languagesHint')}
        data={['en', 'sw']}
        value={questionnaire.languages}
        onChange={(languages) =>
          onChange({ ...questionnaire, languages: ['en', ...languages.filter((each) => each !== 'en')] })
        }
      />
      <MixSwitch
        label={t('questionnaire.randomSections')}
        order={questionnaire.order}
        onChange={(order) => onChange({ ...questionnaire, order })}
      />
    </section>
  )
}

/** Answers that cannot both be true. They put the answers in doubt, and ask nothing more of the member. */
function Contradictions({ questionnaire, onChange }: PartProps) {
  const t = useT()
  const rules = questionnaire.contradictions ?? []
  const words = { yes: t('survey.yes'), no: t('survey.no'), number: (each: number) => `${each}.` }
  const everything = { section: questionnaire.sections.length, question: 0, isIncluded: false }
  const targets = listTargets(questionnaire, everything, words)
  const [first, second = first] = targets
  const save = (changed: Contradiction[]) => {
    const { contradictions: _, ...rest } = questionnaire
    onChange(changed.length > 0 ? { ...rest, contradictions: changed } : rest)
  }
  const add = () => {
    if (!first || !second) return
    const rule = toLogic({ join: 'and', parts: [newPart(first), newPart(second)] })
    save([...rules, { if: rule, note: t('questionnaire.contradictionNote') }])
  }
  return (
    <section className={classes.section} aria-label={t('questionnaire.contradictions')}>
      <Text fw={600}>{t('questionnaire.contradictions')}</Text>
      <Text c="dimmed" size="sm">
        {t('questionnaire.contradictionsHint')}
      </Text>
      <RuleList
        {...{ rules, targets }}
        most={MAX_CONTRADICTIONS}
        nameRule={(number) => t('questionnaire.contradiction', { number })}
        removeText={t('questionnaire.removeContradiction')}
        addText={t('questionnaire.addContradiction')}
        onAdd={add}
        onChange={save}
      >
        {({ rule: { note }, change, number }) => (
          <TextInput
            label={t('questionnaire.contradictionWhy', { number })}
            description={t('questionnaire.contradictionWhyHint')}
            maxLength={200}
            value={note}
            onChange={({ currentTarget: { value } }) => change({ note: value })}
          />
        )}
      </RuleList>
    </section>
  )
}

type Order = NonNullable<Questionnaire['order']>
type MixProps = { label: string; order: Order | undefined; onChange: (order: Order) => void }

function MixSwitch({ label, order, onChange }: MixProps) {
  return (
    <Switch
      {...{ label }}
      checked={order === 'random'}
      onChange={({ currentTarget: { checked } }) => onChange(checked ? 'random' : 'fixed')}
    />
  )
}

type Loaded = { version: number; questionnaire: Questionnaire | null; publishedVersion: number | null }

/** Typing within this time is one step back. */
const ONE_STEP_MS = 800
const MAX_STEPS = 50

/** Two drafts of the same shape differ in what was typed. */
const shapeOf = (draft: Questionnaire) =>
  JSON.stringify(draft, (key, value) => (typeof value === 'string' && key !== 'type' ? '' : value))

/** What is written, step by step. It survives a reload of the page, not the end of the session. */
function useWritten(surveyId: string, saved: Questionnaire) {
  const [kept] = useState(() => readKept(surveyId))
  const [draft, setContent] = useState(kept ?? saved)
  const [steps, setSteps] = useState<Questionnaire[]>([])
  const changedAt = useRef(0)
  const keep = (content: Questionnaire | null) => {
    if (content) sessionStorage.setItem(keyOf(surveyId), JSON.stringify(content))
    else sessionStorage.removeItem(keyOf(surveyId))
  }
  return {
    draft,
    isRestored: kept !== null,
    canUndo: steps.length > 0,
    setDraft: (content: Questionnaire) => {
      const isTyping = Date.now() - changedAt.current < ONE_STEP_MS && shapeOf(content) === shapeOf(draft)
      if (!isTyping) setSteps([...steps, draft].slice(-MAX_STEPS))
      changedAt.current = Date.now()
      setContent(content)
      keep(content)
    },
    undo: () => {
      const before = steps.at(-1)
      if (!before) return
      changedAt.current = 0
      setSteps(steps.slice(0, -1))
      setContent(before)
      keep(before)
    },
    /** Go on from what the server has. */
    start: (content: Questionnaire) => {
      setContent(content)
      keep(null)
    },
  }
}

const keyOf = (surveyId: string) => `questionnaire:${surveyId}`

function readKept(surveyId: string): Questionnaire | null {
  const text = sessionStorage.getItem(keyOf(surveyId))
  return text === null ? null : JSON.parse(text)
}

/** A draft that is edited here, and saved and checked on the server. */
function useQuestionnaire(surveyId: string, loaded: Loaded) {
  const t = useT()
  const utils = trpc.useUtils()
  const [first] = useState(() => loaded.questionnaire ?? newQuestionnaire())
  const isDrafted = loaded.version > 0
  const [base, setBase] = useState({
    version: loaded.version,
    saved: isDrafted ? loaded.questionnaire : null,
  })
  const { draft, start, ...written } = useWritten(surveyId, first)
  const [refused, setRefused] = useState<Issue[]>([])
  const isSaved = base.saved === draft
  const check = trpc.admin.checkQuestionnaire.useQuery(
    { id: surveyId },
    { enabled: base.version > 0, staleTime: 0, gcTime: 0 },
  )
  const take = (saved: QuestionnaireDraft) => {
    const content = saved.questionnaire ?? draft
    start(content)
    setBase({ version: saved.version, saved: content })
    setRefused([])
    utils.admin.getQuestionnaire.setData({ id: surveyId }, saved)
    return utils.admin.checkQuestionnaire.invalidate({ id: surveyId })
  }
  const options = {
    failure: { title: t('surveyOffers.error') },
    onFailed: (error: unknown) =>
      setRefused(isApiError(error) ? listRefused(error.data?.fieldErrors ?? {}) : []),
  }
  const saving = useAction(trpc.admin.saveQuestionnaire, { ...options, onDone: take })
  const importing = useAction(trpc.admin.importQuestionnaire, { ...options, onDone: take })
  return {
    draft,
    ...written,
    isSaved,
    /** Something would be lost. An empty first draft is nothing. */
    isChanged: !isSaved && draft !== first,
    issues: refused.length > 0 ? refused : (check.data?.issues ?? []),
    undecidedCount: check.data?.undecidedCount ?? 0,
    isPending: saving.isPending || importing.isPending,
    discard: () => {
      start(base.saved ?? first)
      setRefused([])
    },
    save: () => saving.run({ id: surveyId, version: base.version, questionnaire: draft }),
    importCsv: (csv: string) => importing.run({ id: surveyId, version: base.version, csv }),
  }
}

const listRefused = (fields: Record<string, string[] | undefined>): Issue[] =>
  Object.entries(fields).flatMap(([path, messages = []]) =>
    messages.map((message) => ({ level: 'error' as const, path, message })),
  )

/** A section: its title, whether it screens, and its conditions. */
function SectionPanel({ questionnaire, index, onChange }: PartProps & { index: number }) {
  const t = useT()
  const section = questionnaire.sections[index]
  if (!section) return null
  const number = index + 1
  const name = t('questionnaire.section', { number })
  const { languages } = questionnaire
  const change = (changed: Partial<typeof section>) => onChange(changeSection(questionnaire, index, changed))
  const words = { yes: t('survey.yes'), no: t('survey.no'), number: (each: number) => `${each}.` }
  const before = listTargets(questionnaire, { section: index, question: 0, isIncluded: false }, words)
  const all = listTargets(questionnaire, { section: index + 1, question: 0, isIncluded: false }, words)
  return (
    <section aria-label={name} className={classes.section}>
      <WordsInput
        label={t('questionnaire.sectionTitle', { number })}
        words={section.title}
        {...{ languages }}
        max={200}
        onChange={(title) => {
          const { title: _, ...rest } = section
          onChange({
            ...questionnaire,
            sections: questionnaire.sections.with(index, title.en ? { ...rest, title } : rest),
          })
        }}
      />
      <CodeInput
        label={t('questionnaire.sectionCode', { number })}
        code={section.code}
        isTaken={(code) => isCodeTaken(questionnaire, code, section.code)}
        onRename={(code) => change({ code })}
      />
      <Switch
        label={t('questionnaire.screening', { number })}
        description={t('questionnaire.screeningHint')}
        checked={section.isScreening}
        onChange={({ currentTarget: { checked: isScreening } }) => change({ isScreening })}
      />
      <MixSwitch
        label={t('questionnaire.randomQuestions', { number })}
        order={section.order}
        onChange={(order) => change({ order })}
      />
      {questionnaire.order === 'random' && (
        <Switch
          label={t('questionnaire.fixedSection', { number })}
          checked={section.fixed === true}
          onChange={({ currentTarget: { checked: fixed } }) => change({ fixed })}
        />
      )}
      {before.length > 0 && (
        <ConditionBuilder
          label={t('questionnaire.showSection', { number })}
          rule={section.showIf}
          targets={before}
          onChange={(rule) => {
            const { showIf: _, ...rest } = section
            const changed = rule === undefined ? rest : { ...section, showIf: rule }
            onChange({ ...questionnaire, sections: questionnaire.sections.with(index, changed) })
          }}
        />
      )}
      <EndRules
        {...{ name, languages }}
        rules={section.endIf}
        targets={all}
        onChange={(endIf) => change({ endIf })}
      />
    </section>
  )
}
