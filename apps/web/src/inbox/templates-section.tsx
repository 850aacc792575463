import type { ReplyTemplate } from '@chuma/contract/inbox/inbox'
import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { actorName } from '../admin/actor-name.ts'
import classes from '../admin/list.module.css'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useAsked } from '../ui/dialogs/use-asked.ts'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { TemplateDialog } from './template-dialog.tsx'

export function TemplatesSection({ mayEdit }: { mayEdit: boolean }) {
  const t = useT()
  const query = trpc.admin.listReplyTemplates.useQuery()
  const editing = useAsked<ReplyTemplate | 'new'>()
  const retiring = useAsked<ReplyTemplate>()
  const retire = useRetire(retiring.close)
  return (
    <>
      <BackLink to="/admin/inbox">{t('inbox.back')}</BackLink>
      <Section title={t('templates.title')} text={t('templates.text', { placeholder: '{firstName}' })}>
        {mayEdit && <Button onClick={() => editing.ask('new')}>{t('templates.add')}</Button>}
        <QueryView query={query} skeleton={<Skeletons count={2} height={120} />}>
          {(templates) =>
            templates.length > 0 ? (
              <ul className={blocks.list} aria-label={t('templates.title')}>
                {templates.map((template) => (
                  <TemplateRow
                    key={template.id}
                    template={template}
                    {...(mayEdit && {
                      onEdit: () => editing.ask(template),
                      onRetire: () => retiring.ask(template),
                    })}
                  />
                ))}
              </ul>
            ) : (
              <EmptyState
                icon={<IconTemplate />}
                title={t('templates.none')}
                text={t('templates.noneText')}
              />
            )
          }
        </QueryView>
      </Section>
      {editing.subject && (
        <TemplateDialog
          key={editing.subject === 'new' ? 'new' : editing.subject.id}
          template={editing.subject === 'new' ? null : editing.subject}
          opened={editing.isOpen}
          onClose={editing.close}
        />
      )}
      {retiring.subject && (
        <ConfirmDialog
          title={t('templates.retireTitle', { name: retiring.subject.name })}
          text={t('templates.retireText')}
          action={t('templates.retire')}
          opened={retiring.isOpen}
          isPending={retire.isPending}
          onConfirm={() => retiring.subject && retire.mutate({ id: retiring.subject.id })}
          onClose={retiring.close}
        />
      )}
    </>
  )
}

function useRetire(onSettled: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  return trpc.admin.retireReplyTemplate.useMutation({
    onSuccess: ({ name }) => showToast({ kind: 'success', title: t('templates.retired'), message: name }),
    onError: useShowFailure(),
    onSettled: () => {
      onSettled()
      return utils.admin.listReplyTemplates.invalidate()
    },
  })
}

type RowProps = { template: ReplyTemplate; onEdit?: () => void; onRetire?: () => void }

function TemplateRow({ template, onEdit, onRetire }: RowProps) {
  const t = useT()
  const { name, subject, text, updatedBy, updatedAt } = template
  return (
    <li className={classes.row}>
      <strong>{name}</strong>
      {subject && <p className={blocks.quiet}>{subject}</p>}
      <p className={classes.words}>{text}</p>
      <p className={blocks.quiet}>
        {t('templates.changed', { name: actorName(t, updatedBy), time: formatDateTime(updatedAt) })}
      </p>
      <div className={classes.bar}>
        {onEdit && (
          <Button variant="default" aria-label={t('templates.editFor', { name })} onClick={onEdit}>
            {t('templates.edit')}
          </Button>
        )}
        {onRetire && (
          <Button variant="default" aria-label={t('templates.retireFor', { name })} onClick={onRetire}>
            {t('templates.retire')}
          </Button>
        )}
      </div>
    </li>
  )
}
