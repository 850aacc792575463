import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getQueryKey } from '@trpc/react-query'
import { actorName } from '../../admin/actor-name.ts'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { MoreRows } from '../../admin/more-rows.tsx'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import classes from './members.module.css'
import { usePages } from './use-pages.ts'

const SIZE = 25

/** Staff's notes to each other about this member, newest first. */
export function MemberNotes({ memberId }: { memberId: string }) {
  const t = useT()
  const mayWrite = useMay('members:edit')
  const { client } = trpc.useUtils()
  const query = usePages({
    key: [...getQueryKey(trpc.admin.listMemberNotes), memberId],
    load: (after: string | null, signal) =>
      client.admin.listMemberNotes.query({ memberId, limit: SIZE, ...(after && { after }) }, { signal }),
    placeOf: ({ id }) => id,
    size: SIZE,
  })
  return (
    <>
      {mayWrite && <AddNote memberId={memberId} />}
      <MoreRows query={query}>
        {(notes) => (
          <ul className={classes.rows} aria-label={t('member.view.notes')}>
            {notes.map(({ id, note, author, createdAt }) => (
              <li key={id}>
                <Text className={blocks.words ?? ''}>{note}</Text>
                <Text size="sm" c="dimmed">
                  {t('member.noteBy', { name: actorName(t, author), when: formatDateTime(createdAt) })}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </MoreRows>
    </>
  )
}

function AddNote({ memberId }: { memberId: string }) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (note.trim() ? null : t('member.noteMissing')) },
  })
  const adding = trpc.admin.addMemberNote.useMutation({
    onSuccess: () => {
      form.reset()
      showToast({ kind: 'success', title: t('member.noteAdded') })
      void utils.admin.listMemberNotes.invalidate()
      void utils.admin.listMemberAudit.invalidate()
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) showFailure(error)
    },
  })
  const add = useSingleFlight(async ({ note }: { note: string }) => {
    await adding.mutateAsync({ memberId, note }).catch(() => undefined)
  })
  return (
    <form onSubmit={form.onSubmit(add, focusFirstError(form))} noValidate>
      <Stack>
        <Textarea
          label={t('member.note')}
          description={t('member.noteHint')}
          maxLength={2000}
          rows={3}
          {...form.getInputProps('note')}
        />
        <div>
          <Button type="submit" loading={adding.isPending}>
            {t('member.noteAdd')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
