import type { AdminProof } from '@chuma/contract/tasks/tasks'
import { Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, trpc } from '../../trpc.ts'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { type KeysetPage, keysetPages } from '../../ui/states/keyset-pages.tsx'
import classes from './proofs.module.css'

export type RejectForm = UseFormReturnType<{ reason: string }>

type Props = {
  proof: AdminProof
  form: RejectForm
  isPending: boolean
  onReject: (reason: string) => void
  onClose: () => void
}

const SUGGESTIONS = ['unreadable', 'other', 'incomplete', 'private', 'copied'] as const

/** Asks for the reason. A single line, so that Enter submits it. */
export function RejectProofDialog({ proof, form, isPending, onReject, onClose }: Props) {
  const t = useT()
  const suggest = (reason: string) => {
    form.setFieldValue('reason', reason)
    form.getInputNode('reason')?.focus()
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('proofQueue.rejectTitle')}
      action={t('proofQueue.reject')}
      isPending={isPending}
      isDanger
      form={form}
      onSend={({ reason }) => onReject(reason.trim())}
    >
      <Text fw={600}>{proof.title}</Text>
      <TextInput
        label={t('word.reason')}
        description={t('proofQueue.rejectText')}
        maxLength={500}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <fieldset className={classes.suggestions}>
        <legend className={classes.quiet}>{t('proofQueue.suggestions')}</legend>
        {SUGGESTIONS.map((name) => {
          const words = t(`proofReason.${name}`)
          return (
            <button key={name} type="button" className={classes.suggestion} onClick={() => suggest(words)}>
              {words}
            </button>
          )
        })}
      </fieldset>
    </FormDialog>
  )
}

const PAGE_SIZE = 25
/** Load more when this few are left. */
const AHEAD = 5
const POLL_MS = 30_000

export function waitingProofs(client: ApiClient) {
  const pages = keysetPages({
    key: [...getQueryKey(trpc.admin.listProofs), 'waiting'],
    size: PAGE_SIZE,
    load: (page: KeysetPage<string>, signal) =>
      client.admin.listProofs.query({ state: 'submitted', ...page }, { signal }),
    cursorOf: ({ id }) => id,
  })
  return { ...pages, staleTime: 0 }
}

/** The waiting proofs, oldest first, and the current one. A decided proof leaves at once. */
export function useProofQueue() {
  const [place, setPlace] = useState(0)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery({
    ...waitingProofs(trpc.useUtils().client),
    // Poll only while the queue is empty: a queue that changes under someone's hands leads to wrong decisions.
    refetchInterval: ({ state }) => (listWaiting(state.data?.pages, decided).length === 0 ? POLL_MS : false),
  })
  const waiting = query.data ? listWaiting(query.data.pages, decided) : undefined
  const count = waiting?.length ?? 0
  const here = Math.min(place, Math.max(0, count - 1))
  const { hasNextPage, isFetching, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && here >= count - AHEAD) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, here, count])
  return {
    query: { ...query, data: waiting },
    proof: waiting?.[here],
    place: here + 1,
    hasMore: hasNextPage,
    go: (steps: 1 | -1) => setPlace(Math.max(0, Math.min(count - 1, here + steps))),
    drop: ({ id }: Pick<AdminProof, 'id'>) => setDecided((before) => new Set(before).add(id)),
  }
}

function listWaiting(pages: AdminProof[][] | undefined, decided: ReadonlySet<string>): AdminProof[] {
  return (pages ?? []).flat().filter(({ id }) => !decided.has(id))
}
