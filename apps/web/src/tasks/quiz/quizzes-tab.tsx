import type {
  AdminQuizQuestion,
  ImportedQuizQuestions,
  QuizQuestionForm,
} from '@chuma/contract/tasks/admin-quiz'
import { Button, NativeSelect, Switch, Textarea, TextInput, VisuallyHidden } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconAlertTriangle, IconCheck, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { FormDialog, useAsked } from '../../ui/dialogs/dialog.tsx'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { CsvDownload, CsvUpload } from '../../ui/forms/csv-files.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import {
  ActiveBadge,
  CatalogueActions,
  type CatalogueFilter,
  CatalogueFilterFields,
  ChangedMeanwhile,
  PagedList,
  useEdit,
  usePages,
} from '../../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { GameSwitch, inHundredths } from '../game-switch.tsx'
import classes from '../games.module.css'

/** The same as the tab, on its own page. */
export function QuizzesPage() {
  const t = useT()
  return <AdminFrame title={t('staffNav.quizzes')}>{() => <QuizzesTab />}</AdminFrame>
}

/** SPEC §2, admin dashboard: the daily quiz and its questions. */
export function QuizzesTab() {
  const t = useT()
  const mayManage = useMay('catalogue:manage')
  const query = trpc.admin.getGames.useQuery(undefined, { staleTime: 0 })
  return (
    <>
      <Section title={t('quizzesTab.quiz')}>
        <QueryView query={query} skeleton={<Skeletons count={1} height={90} />}>
          {(games) => {
            const { questionsPerDay, activeQuestions, pointsPerCorrect, maxPoints } = games.quiz
            return (
              <>
                <GameSwitch game="quiz" games={games} />
                <p className={blocks.flush}>
                  {t('quizzesTab.quizText', {
                    questions: questionsPerDay,
                    active: activeQuestions,
                    points: formatPoints(t, pointsPerCorrect),
                    most: formatPoints(t, maxPoints),
                  })}
                </p>
                {activeQuestions < questionsPerDay && (
                  <p className={classes.warning}>
                    <IconAlertTriangle aria-hidden size={20} />
                    {t('quizzesTab.few')}
                  </p>
                )}
              </>
            )
          }}
        </QueryView>
      </Section>
      <QuestionList mayManage={mayManage} />
      {mayManage && <QuestionFiles />}
    </>
  )
}

const PAGE_SIZE = 20

function QuestionList({ mayManage }: { mayManage: boolean }) {
  const t = useT()
  const [filter, setFilter] = useState<CatalogueFilter>({})
  const pages = usePages(PAGE_SIZE)
  const form = useAsked<{ question: AdminQuizQuestion | undefined }>()
  const query = trpc.admin.listQuizQuestions.useQuery(
    { ...filter, ...pages.input },
    { staleTime: 0, placeholderData: (before) => before },
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Section title={t('word.questions')} text={t('quizzesTab.questionsText')}>
      {mayManage && (
        <Button
          leftSection={<IconPlus aria-hidden size={20} />}
          onClick={() => form.ask({ question: undefined })}
        >
          {t('quizzesTab.new')}
        </Button>
      )}
      <CatalogueFilterFields
        onChange={(wanted) => {
          setFilter(wanted)
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={t('word.questions')}
        rowHeight={120}
        skeletons={4}
        empty={{
          ...(isFiltered && { icon: <IconSearchOff /> }),
          title: t(isFiltered ? 'catalogue.noneFound' : 'quizzesTab.none'),
          text: t(isFiltered ? 'catalogue.noneFoundText' : 'quizzesTab.noneText'),
        }}
      >
        {(question) => (
          <QuestionRow
            key={question.id}
            question={question}
            {...(mayManage && { onEdit: () => form.ask({ question }) })}
          />
        )}
      </PagedList>
      {form.isOpen && form.subject && (
        <QuestionDialog question={form.subject.question} onClose={form.close} />
      )}
    </Section>
  )
}

/** The four options of a question, by letter. */
const OPTION_FIELDS = [
  { letter: 'A', field: 'optionA' },
  { letter: 'B', field: 'optionB' },
  { letter: 'C', field: 'optionC' },
  { letter: 'D', field: 'optionD' },
] as const

const EMPTY: QuizQuestionForm = {
  question: '',
  optionA: '',
  optionB: '',
  optionC: '',
  optionD: '',
  correctAnswer: OPTION_FIELDS[0].letter,
  isActive: true,
}
const TEXTS = ['question', 'optionA', 'optionB', 'optionC', 'optionD'] as const

/** If absent, a new question. */
type Props = { question: AdminQuizQuestion | undefined; onClose: () => void }

function QuestionDialog({ question, onClose }: Props) {
  const t = useT()
  const form = useForm<QuizQuestionForm>({
    initialValues: question ? pickForm(question) : EMPTY,
    validate: (values) =>
      Object.fromEntries(
        TEXTS.filter((field) => !values[field].trim()).map((field) => [field, t('staff.required')]),
      ),
  })
  const { save, meanwhile, isPending } = useSaveQuestion({ question, form, onClose })
  return (
    <FormDialog
      onClose={onClose}
      title={t(question ? 'quizzesTab.editTitle' : 'quizzesTab.new')}
      action={t('word.save')}
      isPending={isPending}
      isDisabled={meanwhile?.changes === null}
      form={form}
      onSend={save}
    >
      {meanwhile && <ChangedMeanwhile changes={meanwhile.changes} />}
      <Textarea
        label={t('quizzesTab.question')}
        maxLength={500}
        rows={2}
        data-autofocus
        {...form.getInputProps('question')}
      />
      {OPTION_FIELDS.map(({ letter, field }) => (
        <TextInput
          key={letter}
          label={t('quizzesTab.option', { letter })}
          maxLength={200}
          {...form.getInputProps(field)}
        />
      ))}
      <NativeSelect
        label={t('quizzesTab.right')}
        data={OPTION_FIELDS.map(({ letter }) => letter)}
        {...form.getInputProps('correctAnswer')}
      />
      <Switch
        size="md"
        label={t('catalogue.active')}
        description={t('catalogue.isActiveHint')}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

function pickForm(question: AdminQuizQuestion): QuizQuestionForm {
  const { optionA, optionB, optionC, optionD, isActive } = question
  const { correctAnswer = OPTION_FIELDS[0].letter } = question
  return { question: question.question, optionA, optionB, optionC, optionD, correctAnswer, isActive }
}

type Options = {
  question: AdminQuizQuestion | undefined
  form: UseFormReturnType<QuizQuestionForm>
  onClose: () => void
}

/** Add a question, or change the one that filled the form. */
function useSaveQuestion({ question, form, onClose }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  const { version, meanwhile, onFailed } = useEdit({
    before: question,
    load: () => utils.admin.getQuizQuestion.fetch({ id: question?.id ?? '' }, { staleTime: 0 }),
    compare: (before, now) => compare(t, before, now),
  })
  const options = {
    onDone: onClose,
    done: t('word.saved'),
    form,
    onFailed,
    onEnd: [utils.admin.getGames, utils.admin.listQuizQuestions],
  }
  const creating = useAction(trpc.admin.createQuizQuestion, options)
  const updating = useAction(trpc.admin.updateQuizQuestion, options)
  const save = (values: QuizQuestionForm) => {
    if (question && version !== undefined) updating.run({ ...values, id: question.id, version })
    else creating.run(values)
  }
  return { save, meanwhile, isPending: creating.isPending || updating.isPending }
}

function compare(t: Translate, before: AdminQuizQuestion, now: AdminQuizQuestion) {
  const fields = [
    { label: t('quizzesTab.question'), was: before.question, now: now.question },
    ...OPTION_FIELDS.map(({ letter, field }) => ({
      label: t('quizzesTab.option', { letter }),
      was: before[field],
      now: now[field],
    })),
    { label: t('quizzesTab.right'), was: before.correctAnswer ?? '', now: now.correctAnswer ?? '' },
    { label: t('word.state'), was: stateOf(t, before), now: stateOf(t, now) },
  ]
  return fields.filter((field) => field.was !== field.now)
}

const stateOf = (t: Translate, { isActive }: AdminQuizQuestion) =>
  t(isActive ? 'catalogue.active' : 'catalogue.inactive')

/** Exports the questions as CSV, and imports them again. For staff who may change them: the file has the right answers. */
function QuestionFiles() {
  const t = useT()
  const { client } = trpc.useUtils()
  return (
    <Section title={t('quizzesTab.files')} text={t('quizzesTab.filesText')}>
      <CsvDownload fileName="chuma-quiz.csv" load={() => client.admin.exportQuizQuestions.query()}>
        {t('quizzesTab.download')}
      </CsvDownload>
      <Upload />
    </Section>
  )
}

function Upload() {
  const t = useT()
  const utils = trpc.useUtils()
  return (
    <CsvUpload
      labels={{
        file: t('quizzesTab.file'),
        placeholder: t('files.placeholder'),
        missing: t('files.missing'),
        check: t('files.check'),
        import: t('quizzesTab.import'),
      }}
      mutation={trpc.admin.importQuizQuestions}
      toInput={(file) => file}
      onDone={({ isImported }) => {
        if (!isImported) return
        void utils.admin.listQuizQuestions.invalidate()
        void utils.admin.getGames.invalidate()
      }}
      // Only a checked file can be imported, and only as a whole.
      isReady={({ isDryRun, refusedCount, addedCount, changedCount }) =>
        isDryRun && refusedCount === 0 && addedCount + changedCount > 0
      }
    >
      {(result) => <QuestionFileResult result={result} />}
    </CsvUpload>
  )
}

const SHOWN = 200

/** The result, or preview, of a question import, row by row; refused rows come first. */
function QuestionFileResult({ result }: { result: ImportedQuizQuestions }) {
  const t = useT()
  const { isImported, addedCount, changedCount, unchangedCount, refusedCount, results } = result
  const figures = { added: addedCount, changed: changedCount, unchanged: unchangedCount }
  const refused = results.filter(({ problem }) => problem !== null)
  const rows = [...refused, ...results.filter(({ problem }) => problem === null)]
  return (
    <>
      {refusedCount > 0 ? (
        <p className={blocks.bad}>{t('quizzesTab.refused', { count: refusedCount })}</p>
      ) : (
        <p className={blocks.good}>
          {t(isImported ? 'quizzesTab.imported' : 'quizzesTab.wouldImport', figures)}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <ul className={list.results} aria-label={t('quizzesTab.files')} tabIndex={0}>
        {rows.slice(0, SHOWN).map(({ line, question, outcome, problem }) => (
          <li key={line}>
            {outcome === 'refused'
              ? t('quizzesTab.refusedRow', { line, problem: problem ?? '', question })
              : t('quizzesTab.row', { line, outcome: t(`quizOutcome.${outcome}`), question })}
          </li>
        ))}
        {rows.length > SHOWN && <li>{t('quizzesTab.moreRows', { count: rows.length - SHOWN })}</li>}
      </ul>
    </>
  )
}

/** `onEdit`: only for staff who may change it. */
type QuestionRowProps = { question: AdminQuizQuestion; onEdit?: () => void }

function QuestionRow({ question, onEdit }: QuestionRowProps) {
  const t = useT()
  const { correctAnswer, isActive, answeredCount, successPercent } = question
  return (
    <li className={list.row} data-aside>
      <div>
        <p className={list.name}>
          {question.question} <ActiveBadge isActive={isActive} />
        </p>
        <ul className={list.options}>
          {OPTION_FIELDS.map(({ letter, field }) => (
            <li key={letter} data-right={letter === correctAnswer || undefined}>
              <span>
                {letter}. {question[field]}
              </span>
              {letter === correctAnswer && (
                <>
                  <IconCheck aria-hidden size={16} />
                  <VisuallyHidden>{t('quizzesTab.right')}</VisuallyHidden>
                </>
              )}
            </li>
          ))}
        </ul>
        <p className={list.note}>
          {formatPoints(t, question.points)} ·{' '}
          {successPercent === null
            ? t('quizzesTab.never')
            : t('quizzesTab.use', { count: answeredCount, percent: inHundredths(successPercent) })}
        </p>
      </div>
      {onEdit && <QuestionActions question={question} onEdit={onEdit} />}
    </li>
  )
}

/** Acts on the version on this screen. */
function QuestionActions({ question, onEdit }: Required<QuestionRowProps>) {
  const t = useT()
  const utils = trpc.useUtils()
  const retiring = useAsked<true>()
  const { id, version, isActive, correctAnswer, question: words } = question
  // Also after a refusal: someone else changed it first, so this list is out of date.
  const onEnd = () => {
    retiring.close()
    void utils.admin.getGames.invalidate()
    return utils.admin.listQuizQuestions.invalidate()
  }
  const update = useAction(trpc.admin.updateQuizQuestion, { done: t('word.saved'), onEnd })
  const retire = useAction(trpc.admin.retireQuizQuestion, { done: t('catalogue.retired'), onEnd })
  return (
    <CatalogueActions
      name={words}
      isPending={update.isPending || retire.isPending}
      question={{ title: t('quizzesTab.retireTitle'), text: t('quizzesTab.retireText', { question: words }) }}
      onSwitch={() =>
        correctAnswer && update.run({ ...pickForm(question), isActive: !isActive, id, version })
      }
      onRetire={() => retire.run({ id, version })}
      {...{ isActive, retiring, onEdit }}
    />
  )
}
