import type { SignOffDesk } from '@chuma/contract/surveys/sign-off'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import walkClasses from '../walk/walk.module.css'
import { useRefreshDesk } from './use-refresh-desk.ts'

type Props = { surveyId: string; tests: SignOffDesk['tests']; isManager: boolean }

/** Finished walks, which count nowhere. */
export function TestAnswers({ surveyId: id, tests, isManager }: Props) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const refresh = useRefreshDesk(id)
  const remove = useAction(trpc.admin.deleteTestAnswers, {
    done: ({ deleted }) => t('testAnswers.deleted', { count: deleted }),
    onOver: () => setAsked(false),
    refresh,
    isSharedByRows: true,
  })
  return (
    <Section title={t('testAnswers.title')} text={t('testAnswers.text')}>
      {tests.length === 0 ? (
        <p className={blocks.quiet}>{t('testAnswers.none')}</p>
      ) : (
        <ul className={blocks.list} aria-label={t('testAnswers.title')}>
          {tests.map((test) => (
            <TestRow
              key={test.id}
              test={test}
              {...(isManager && { onDelete: () => remove.run({ id, which: test.id }) })}
              isPending={remove.isPending && remove.variables?.which === test.id}
            />
          ))}
        </ul>
      )}
      {isManager && tests.length > 1 && (
        <div>
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('testAnswers.deleteAll')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={isAsked}
        title={t('testAnswers.deleteAllTitle')}
        text={t('testAnswers.deleteAllText')}
        action={t('testAnswers.deleteAll')}
        isPending={remove.isPending}
        onConfirm={() => remove.run({ id, which: 'all' })}
        onClose={() => setAsked(false)}
      />
    </Section>
  )
}

type RowProps = { test: Props['tests'][number]; onDelete?: () => void; isPending: boolean }

function TestRow({ test, onDelete, isPending }: RowProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { id, name, isByLink, version, outcome, seconds, finishedAt } = test
  const label = `${name}, ${formatDateTime(finishedAt)}`
  return (
    <li className={list.row}>
      <div className={list.head}>
        <strong>{isByLink ? t('testAnswers.byLink', { name }) : name}</strong>
        <span>{t(`testAnswers.${outcome}`)}</span>
      </div>
      <p className={blocks.quiet}>
        {[
          t('trySurvey.draft', { version }),
          formatDateTime(finishedAt),
          t('testAnswers.seconds', { seconds }),
        ].join(' · ')}
      </p>
      {isOpen && <TestDetail id={id} />}
      <div className={walkClasses.actions}>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-label={`${t('testAnswers.show')}: ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('testAnswers.show')}
        </Button>
        {onDelete && (
          <Button
            variant="default"
            aria-label={`${t('testAnswers.delete')}: ${label}`}
            loading={isPending}
            onClick={onDelete}
          >
            {t('testAnswers.delete')}
          </Button>
        )}
      </div>
    </li>
  )
}

function TestDetail({ id }: { id: string }) {
  const query = trpc.admin.getTestAnswer.useQuery({ id })
  return (
    <QueryView query={query} skeleton={<Skeletons count={1} height={96} />}>
      {({ answers }) => (
        <dl className={walkClasses.answers}>
          {answers.map(({ question, answer }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same question can be asked twice, and nothing moves
            <div key={place}>
              <dt>{question}</dt>
              <dd>{answer || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
    </QueryView>
  )
}
