import type { AdminQuizQuestion } from '@chuma/contract/tasks/admin-quiz'
import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { type CatalogueFilter, CatalogueFilterFields } from '../../admin/catalogue-filter.tsx'
import { PageTurner } from '../../admin/page-turner.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { QuestionRow } from './question-row.tsx'

const PAGE_SIZE = 20

export function QuestionList({ mayManage }: { mayManage: boolean }) {
  const t = useT()
  const [filter, setFilter] = useState<CatalogueFilter>({})
  const [after, setAfter] = useState<string>()
  const form = useAsked<{ question: AdminQuizQuestion | undefined }>()
  const query = trpc.admin.listQuizQuestions.useQuery(
    { ...filter, limit: PAGE_SIZE, ...(after && { after }) },
    { staleTime: 0, placeholderData: (before) => before },
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Section title={t('quizzesTab.questions')} text={t('quizzesTab.questionsText')}>
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
          setAfter(undefined)
        }}
      />
      <QueryView query={query} skeleton={<Skeletons count={4} height={120} />}>
        {(questions) =>
          questions.length === 0 ? (
            <EmptyState
              {...(isFiltered && { icon: <IconSearchOff /> })}
              title={t(isFiltered ? 'catalogue.noneFound' : 'quizzesTab.none')}
              text={t(isFiltered ? 'catalogue.noneFoundText' : 'quizzesTab.noneText')}
            />
          ) : (
            <ul className={blocks.list} aria-label={t('quizzesTab.questions')}>
              {questions.map((question) => (
                <QuestionRow
                  key={question.id}
                  question={question}
                  {...(mayManage && { onEdit: () => form.ask({ question }) })}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      <PageTurner
        isFirst={after === undefined}
        last={query.data?.length === PAGE_SIZE ? query.data.at(-1) : undefined}
        onTurn={setAfter}
      />
      {form.isOpen && form.subject && (
        <QuestionDialog question={form.subject.question} onClose={form.close} />
      )}
    </Section>
  )
}
