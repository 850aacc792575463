import type { AdminQuizQuestion } from '@chuma/contract/tasks/admin-quiz'
import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { type CatalogueFilter, CatalogueFilterFields } from '../../admin/catalogue-filter.tsx'
import { PagedList } from '../../admin/paged-list.tsx'
import { usePages } from '../../admin/use-pages.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAsked } from '../../ui/dialogs/use-asked.ts'
import { Section } from '../../ui/page/section.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { QuestionRow } from './question-row.tsx'

const PAGE_SIZE = 20

export function QuestionList({ mayManage }: { mayManage: boolean }) {
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
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={t('quizzesTab.questions')}
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
