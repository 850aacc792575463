import type { MyDisputes } from '@chuma/contract/clients/client-quotes'
import type { Datasets } from '@chuma/contract/clients/client-surveys'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { saveFile } from '../../ui/actions/download-button.tsx'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { clientApi, useClientAction } from '../client-layout.tsx'
import classes from '../clients.module.css'

type Props = { surveyId: string; mayAccept: boolean }

/** The file of a survey, and the versions of it that were accepted. */
export function DatasetSection({ surveyId, mayAccept }: Props) {
  const t = useT()
  const query = useQuery({
    queryKey: ['datasets', surveyId],
    queryFn: () => clientApi.clients.getDatasets.query({ id: surveyId }),
  })
  return (
    <Section title={t('client.data')} text={t('client.dataText')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={120} />}>
        {(datasets) => <File surveyId={surveyId} datasets={datasets} mayAccept={mayAccept} />}
      </QueryView>
    </Section>
  )
}

function File({ surveyId, datasets, mayAccept }: Props & { datasets: Datasets }) {
  const t = useT()
  const { respondents, isReady, left, joined, accepted } = datasets
  const { download, accept } = useDataset(surveyId)
  // Of the file as it was downloaded: only what somebody has can be accepted.
  const hash = download.data?.hash
  const newest = accepted[0]
  const isOpen = newest === undefined || joined + left > 0
  const isAccepted = newest !== undefined && newest.hash === hash
  return (
    <>
      <p className={blocks.flush}>
        {isReady ? t('client.respondents', { count: respondents }) : t('client.notReady')}
      </p>
      {newest && joined + left > 0 && <p className={blocks.flush}>{t('client.changed', { joined, left })}</p>}
      {hash && <p className={classes.hash}>{t('client.hash', { hash })}</p>}
      {mayAccept && isReady && !hash && isOpen && <p className={blocks.quiet}>{t('client.acceptText')}</p>}
      {isReady && (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconDownload aria-hidden size={20} />}
            loading={download.isPending}
            onClick={() => download.run(undefined)}
          >
            {t('client.download')}
          </Button>
          {mayAccept && hash && !isAccepted && (
            <Button loading={accept.isPending} onClick={() => accept.run(hash)}>
              {t('client.accept')}
            </Button>
          )}
        </div>
      )}
      <ul className={blocks.list} aria-label={t('client.acceptedVersions')}>
        {accepted.map(({ id, version, respondents: count, acceptedBy, acceptedAt, hash: ofVersion }) => (
          <li key={id} className={list.row}>
            <strong>{t('client.version', { version })}</strong>
            <p className={blocks.quiet}>
              {t('client.acceptedBy', { count, name: acceptedBy, at: formatDateTime(acceptedAt) })}
            </p>
            <p className={classes.hash}>{ofVersion}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** SHA-256 of a file in UTF-8, in hex. */
async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function useDataset(surveyId: string) {
  const t = useT()
  const queries = useQueryClient()
  const key = ['datasets', surveyId]
  const failures = {
    failed: t('client.dataFailed'),
    // The data may have changed since the page read them.
    onFailed: () => {
      void queries.invalidateQueries({ queryKey: key })
    },
  }
  const download = useClientAction(
    async () => {
      const csv = await clientApi.clients.downloadDataset.query({ id: surveyId })
      return { csv, hash: await hashOf(csv) }
    },
    {
      ...failures,
      onDone: ({ csv }) => {
        saveFile('chuma-dataset.csv', new Blob([csv], { type: 'text/csv' }))
        void queries.invalidateQueries({ queryKey: key })
      },
    },
  )
  const accept = useClientAction(
    (hash: string) => clientApi.clients.acceptDataset.mutate({ surveyId, hash }),
    { ...failures, onDone: (datasets) => queries.setQueryData<Datasets>(key, datasets) },
  )
  return { download, accept }
}

/** Respondents whose answers the client does not want to pay for, and what our team decided. */
export function DisputesSection({ surveyId }: { surveyId: string }) {
  const t = useT()
  const query = useQuery({
    queryKey: ['disputes', surveyId],
    queryFn: () => clientApi.clients.listDisputes.query({ id: surveyId }),
  })
  return (
    <Section title={t('client.disputes')} text={t('client.disputesText')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={80} />}>
        {({ disputes, left }) => (
          <>
            {left > 0 && <DisputeForm surveyId={surveyId} left={left} />}
            {left === 0 && <p className={blocks.quiet}>{t('client.noDisputesLeft')}</p>}
            <Disputes disputes={disputes} />
          </>
        )}
      </QueryView>
    </Section>
  )
}

function Disputes({ disputes }: Pick<MyDisputes, 'disputes'>) {
  const t = useT()
  if (disputes.length === 0) return null
  return (
    <ul className={blocks.list} aria-label={t('client.disputes')}>
      {disputes.map(({ id, respondent, state, reason, answer, disputedBy, disputedAt }) => (
        <li key={id} className={list.row}>
          <div className={list.head}>
            <strong className={classes.hash}>{respondent}</strong>
            <span>{t(`client.disputeState.${state}`)}</span>
          </div>
          <p className={blocks.quiet}>{[disputedBy, formatDateTime(disputedAt)].join(' · ')}</p>
          <p className={classes.words}>{reason}</p>
          {answer && <p className={classes.words}>{t('client.disputeAnswer', { answer })}</p>}
        </li>
      ))}
    </ul>
  )
}

function DisputeForm({ surveyId, left }: { surveyId: string; left: number }) {
  const t = useT()
  const queries = useQueryClient()
  const form = useForm({ initialValues: { respondent: '', reason: '' } })
  const dispute = useClientAction(
    (values: typeof form.values) => clientApi.clients.disputeRespondent.mutate({ surveyId, ...values }),
    {
      failed: t('client.disputeFailed'),
      onDone: (disputes) => {
        form.reset()
        queries.setQueryData<MyDisputes>(['disputes', surveyId], disputes)
      },
      form,
    },
  )
  return (
    <form
      aria-label={t('client.dispute')}
      onSubmit={form.onSubmit((values) => dispute.run(values))}
      noValidate
    >
      <TextInput
        label={t('client.respondent')}
        description={t('client.respondentText')}
        maxLength={60}
        {...form.getInputProps('respondent')}
      />
      <Textarea
        mt="sm"
        label={t('client.disputeReason')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      <p className={blocks.quiet}>{t('client.disputesLeft', { count: left })}</p>
      <Button mt="sm" type="submit" variant="default" loading={dispute.isPending}>
        {t('client.dispute')}
      </Button>
    </form>
  )
}
