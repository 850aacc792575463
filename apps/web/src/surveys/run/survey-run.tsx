import { Alert, Button, Progress, Text, Title } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Panel } from '../../ui/page/panel.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { QuestionField } from './question-field.tsx'
import classes from './survey-run.module.css'
import type { SurveyRunProps } from './survey-run-props.ts'
import { useSurveyRun } from './use-survey-run.ts'

/** Shows one question at a time. */
export function SurveyRun(props: SurveyRunProps) {
  const t = useT()
  const labelId = useId()
  const run = useSurveyRun(props)
  const { question, index, count, isLast } = run
  const section = props.survey.sections?.find(({ questionIds }) => questionIds.includes(question.id))
  const heading = useFocusOnChange<HTMLHeadingElement>(index)
  const field = useFocusOnProblem(run.problem)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.goOn()
  }
  return (
    <Panel>
      <LanguagePicker
        languages={props.survey.languages ?? []}
        language={props.language}
        onChoose={props.onLanguage}
      />
      <p className={classes.progress} role="status">
        {t('survey.progress', { number: index + 1, count })}
      </p>
      <Progress value={((index + 1) / count) * 100} aria-label={t('survey.progressBar')} mb="lg" />
      <form onSubmit={submit} noValidate className={classes.form}>
        <div>
          {section && <p className={blocks.quiet}>{section.title}</p>}
          <Title order={2} size="h3" id={labelId} ref={heading} tabIndex={-1} className={classes.question}>
            {question.question}
          </Title>
          {!question.required && <p className={blocks.quiet}>{t('survey.optional')}</p>}
        </div>
        <div ref={field}>
          <QuestionField
            key={question.id}
            question={question}
            answer={run.answer}
            onAnswer={run.setAnswer}
            labelId={labelId}
            problem={run.problem}
          />
        </div>
        {run.notSent && <NotSentAlert what={run.notSent} onRetry={run.goOn} isPending={run.isPending} />}
        <div className={classes.buttons}>
          <Button variant="default" px="md" disabled={index === 0} onClick={run.goBack}>
            {t('survey.previous')}
          </Button>
          <Button type="submit" px="md" loading={run.isPending}>
            {t(isLast ? 'survey.complete' : 'survey.next')}
          </Button>
        </div>
        <p className={blocks.quiet}>{t('survey.saved')}</p>
      </form>
    </Panel>
  )
}

/**
 * Focus a new question, so that screen readers announce it. Not the first one: there the page's own heading has the
 * focus.
 */
function useFocusOnChange<Node extends HTMLElement>(index: number) {
  const node = useRef<Node>(null)
  const shown = useRef(index)
  useEffect(() => {
    if (shown.current !== index) node.current?.focus({ preventScroll: true })
    shown.current = index
  }, [index])
  return node
}

function useFocusOnProblem(problem: string | null) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) field.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [problem])
  return field
}

type Props = { what: 'answer' | 'survey'; onRetry: () => void; isPending: boolean }

/** The network failed. Says that nothing is lost and offers a retry. */
function NotSentAlert({ what, onRetry, isPending }: Props) {
  const t = useT()
  const isAnswer = what === 'answer'
  return (
    <Alert
      color="gold"
      icon={<IconCloudOff aria-hidden />}
      title={t(isAnswer ? 'survey.notSavedTitle' : 'survey.notSentTitle')}
    >
      <Text size="sm">{t(isAnswer ? 'survey.notSavedText' : 'survey.notSentText')}</Text>
      <Button variant="default" mt="sm" disabled={isPending} onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </Alert>
  )
}
