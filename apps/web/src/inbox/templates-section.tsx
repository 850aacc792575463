import type { ReplyTemplate } from '@chuma/contract/inbox/inbox'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMail, IconMapPin, IconPhone, IconTemplate } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { support } from '../site/from-server.ts'
import { codeOf, trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { ConfirmDialog, FormDialog, useAsked } from '../ui/dialogs/dialog.tsx'
import { actorName } from '../ui/frame/staff-member.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import classes from '../ui/states/list.module.css'
import { EmptyState, Notice, QueryView, Skeletons } from '../ui/states/states.tsx'
import templatesSectionClasses from './templates-section.module.css'

export function TemplatesSection({ mayEdit }: { mayEdit: boolean }) {
  const t = useT()
  const query = trpc.admin.listReplyTemplates.useQuery()
  const editing = useAsked<ReplyTemplate | 'new'>()
  const retiring = useAsked<ReplyTemplate>()
  const { listReplyTemplates } = trpc.useUtils().admin
  const retire = useAction(trpc.admin.retireReplyTemplate, {
    done: ({ name }) => ({ title: t('templates.retired'), message: name }),
    onEnd: () => {
      retiring.close()
      return listReplyTemplates.invalidate()
    },
  })
  return (
    <>
      <BackLink to="/admin/inbox">{t('inbox.back')}</BackLink>
      <Section title={t('templates.open')} text={t('templates.text', { placeholder: '{firstName}' })}>
        {mayEdit && <Button onClick={() => editing.ask('new')}>{t('templates.add')}</Button>}
        <QueryView query={query} skeleton={<Skeletons count={2} height={120} />}>
          {(templates) =>
            templates.length > 0 ? (
              <ul className={blocks.list} aria-label={t('templates.open')}>
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
          action={t('word.remove')}
          opened={retiring.isOpen}
          isPending={retire.isPending}
          onConfirm={() => retiring.subject && retire.run({ id: retiring.subject.id })}
          onClose={retiring.close}
        />
      )}
    </>
  )
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
            {t('word.edit')}
          </Button>
        )}
        {onRetire && (
          <Button variant="default" aria-label={t('templates.retireFor', { name })} onClick={onRetire}>
            {t('word.remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

type Props = { template: ReplyTemplate | null; opened: boolean; onClose: () => void }

function TemplateDialog({ template, opened, onClose }: Props) {
  const t = useT()
  const { form, save, isPending, theirs } = useSaveTemplate(template, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(template ? 'templates.editTitle' : 'templates.add')}
      action={t('word.save')}
      isPending={isPending}
      form={form}
      onSend={save}
    >
      {theirs && (
        <Notice title={t('desk.changedTitle')}>
          {t('templates.meanwhile', { name: actorName(t, theirs.updatedBy), text: theirs.text })}
        </Notice>
      )}
      <TextInput label={t('word.name')} maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('templates.subject')}
        description={t('templates.subjectHint')}
        maxLength={150}
        {...form.getInputProps('subject')}
      />
      <Textarea
        label={t('templates.body')}
        autosize
        minRows={6}
        maxLength={5000}
        {...form.getInputProps('text')}
      />
    </FormDialog>
  )
}

/** Save a template. `theirs` is someone else's newer version; saving again overwrites it. */
function useSaveTemplate(template: ReplyTemplate | null, onSaved: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const [theirs, setTheirs] = useState<ReplyTemplate | null>(null)
  const required = (text: string) => (text.trim() ? null : t('staff.required'))
  const { name = '', subject, text = '' } = template ?? {}
  const form = useForm({
    initialValues: { name, subject: subject ?? '', text },
    validate: { name: required, text: required },
  })
  const options = {
    onDone: () => {
      onSaved()
      form.reset()
    },
    done: t('templates.saved'),
    refresh: [utils.admin.listReplyTemplates],
    form,
    onFailed: async (error: unknown) => {
      if (codeOf(error) !== 'TEMPLATE_STATE') return false
      await utils.admin.listReplyTemplates.invalidate()
      const newest = await utils.admin.listReplyTemplates.fetch()
      setTheirs(newest.find(({ id }) => id === template?.id) ?? null)
      return true
    },
  }
  const create = useAction(trpc.admin.createReplyTemplate, options)
  const update = useAction(trpc.admin.updateReplyTemplate, options)
  const save = (typed: typeof form.values) => {
    const words = { ...typed, subject: typed.subject.trim() || null }
    if (!template) return create.run(words)
    update.run({ ...words, id: template.id, version: (theirs ?? template).version })
  }
  return { form, save, isPending: create.isPending || update.isPending, theirs }
}

/** The operator's email address, phone number and office. */
export function ContactList() {
  const t = useT()
  return (
    <dl className={templatesSectionClasses.list}>
      <Entry icon={<IconMail size={24} />} label={t('contact.supportEmail')}>
        <a href={`mailto:${support.email}`} className={templatesSectionClasses.link}>
          {support.email}
        </a>
      </Entry>
      <Entry icon={<IconPhone size={24} />} label={t('contact.phone')}>
        <a href={`tel:${support.phoneDigits}`} className={templatesSectionClasses.link}>
          {support.phone}
        </a>
      </Entry>
      <Entry icon={<IconMapPin size={24} />} label={t('contact.office')}>
        {support.address}
      </Entry>
    </dl>
  )
}

function Entry({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={templatesSectionClasses.entry}>
      <dt className={templatesSectionClasses.label}>
        <span className={templatesSectionClasses.icon} aria-hidden>
          {icon}
        </span>
        {label}
      </dt>
      <dd className={templatesSectionClasses.value}>{children}</dd>
    </div>
  )
}
