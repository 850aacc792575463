import type { MyDisputes } from '@chuma/contract/clients/client-quotes'
import type { Datasets } from '@chuma/contract/clients/client-surveys'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { EXPORT_KINDS, type ExportKind, ExportMenu } from '../../surveys/results/export-menu.tsx'
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
  // Only what somebody has can be accepted: the file as it was downloaded.
  const { download, accept, downloaded } = useDataset(surveyId)
  const hash = downloaded?.hash
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
          <ExportMenu kinds={EXPORT_KINDS} isLoading={download.isPending} onChoose={download.run} />
          {mayAccept && downloaded && !isAccepted && (
            <Button loading={accept.isPending} onClick={() => accept.run(downloaded)}>
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

/** SHA-256 of a file, in hex. */
async function hashOf(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', content)
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Files of answers have a hash, which is accepted; the others explain them. */
const FILES = {
  workbook: { name: 'chuma-dataset.xlsx', format: 'xlsx', cells: 'codes' },
  spss: { name: 'chuma-dataset.sav', format: 'sav', cells: 'codes' },
  answers: { name: 'chuma-dataset.csv', format: 'csv', cells: 'codes' },
  words: { name: 'chuma-dataset-in-words.csv', format: 'csv', cells: 'words' },
  tripleSData: { name: 'chuma-triple-s.csv', format: 'triple-s', cells: 'codes' },
  json: { name: 'chuma-dataset.json', format: 'json', cells: 'codes' },
  codebook: { name: 'chuma-codebook.csv', kind: 'codebook' },
  tripleS: { name: 'chuma-triple-s.xml', kind: 'triple-s' },
} as const satisfies Record<ExportKind, object>

async function load(id: string, kind: ExportKind) {
  const file = FILES[kind]
  if ('kind' in file) {
    const text = await clientApi.clients.describeDataset.query({ id, kind: file.kind })
    return { name: file.name, content: new TextEncoder().encode(text), accepted: null }
  }
  const { name, ...asked } = file
  const text = await clientApi.clients.downloadDataset.query({ id, ...asked })
  const isBinary = asked.format === 'sav' || asked.format === 'xlsx'
  const content = isBinary
    ? Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))
    : new TextEncoder().encode(text)
  return { name, content, accepted: { ...asked, hash: await hashOf(content) } }
}

type Downloaded = NonNullable<Awaited<ReturnType<typeof load>>['accepted']>

function useDataset(surveyId: string) {
  const t = useT()
  const queries = useQueryClient()
  const key = ['datasets', surveyId]
  const [downloaded, setDownloaded] = useState<Downloaded>()
  const failures = {
    failed: t('client.dataFailed'),
    // The data may have changed since the page read them.
    onFailed: () => {
      void queries.invalidateQueries({ queryKey: key })
    },
  }
  const download = useClientAction((kind: ExportKind) => load(surveyId, kind), {
    ...failures,
    onDone: ({ name, content, accepted }) => {
      saveFile(name, new Blob([content]))
      if (accepted) setDownloaded(accepted)
      void queries.invalidateQueries({ queryKey: key })
    },
  })
  const accept = useClientAction(
    (file: Downloaded) => clientApi.clients.acceptDataset.mutate({ surveyId, ...file }),
    { ...failures, onDone: (datasets) => queries.setQueryData<Datasets>(key, datasets) },
  )
  return { download, accept, downloaded }
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
