import { Button, FileInput, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Panel } from '../ui/page/page.tsx'
import classes from './books.module.css'

export function LedgerCheck() {
  const t = useT()
  const check = trpc.admin.verifyLedger.useMutation()
  const [file, setFile] = useState<File | null>(null)
  const start = async () => check.mutate(file ? { root: await file.text() } : {})
  return (
    <Panel className={classes.panel} aria-labelledby="ledger">
      <div className={classes.checkText}>
        <Title order={2} size="h3" id="ledger">
          {t('word.ledger')}
        </Title>
        <Text c="dimmed">{t('admin.ledgerText')}</Text>
        <FileInput
          className={classes.root}
          label={t('admin.ledgerRoot')}
          description={t('admin.ledgerRootHint')}
          placeholder={t('admin.ledgerRootChoose')}
          accept=".json,application/json"
          clearable
          value={file}
          onChange={(chosen) => {
            setFile(chosen)
            check.reset()
          }}
        />
        <div role="status">{check.data && !check.isPending && <Result {...check.data} />}</div>
        {check.isError && (
          <Text role="alert" className={blocks.bad ?? ''}>
            {t('admin.ledgerFailed')}
          </Text>
        )}
      </div>
      <Button variant="default" disabled={check.isPending} onClick={() => void start()}>
        {t(check.isPending ? 'word.checking' : 'admin.ledgerCheck')}
      </Button>
    </Panel>
  )
}

type ResultProps = {
  ok: boolean
  checkedPostings: number
  findings: { memberId: string | null; seq: number; problem: string }[]
}

function Result({ ok, checkedPostings, findings }: ResultProps) {
  const t = useT()
  if (ok) return <Text className={blocks.good ?? ''}>{t('admin.ledgerOk', { count: checkedPostings })}</Text>
  return (
    <>
      <Text className={blocks.bad ?? ''}>{t('admin.ledgerBad', { count: findings.length })}</Text>
      <ul className={classes.errors}>
        {findings.map((finding) => (
          <li key={`${finding.memberId} ${finding.seq} ${finding.problem}`}>
            <OneFinding {...finding} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OneFinding({ memberId, seq, problem }: ResultProps['findings'][number]) {
  const t = useT()
  if (memberId === null) return problem
  return (
    <>
      {t('admin.ledgerFinding', { seq, problem })}{' '}
      <Link to="/admin/members/$memberId" params={{ memberId }}>
        {t('admin.ledgerMember')}
      </Link>
    </>
  )
}

/** Reload the books. */
export function useRefreshBooks() {
  const utils = trpc.useUtils()
  return () =>
    Promise.all([utils.admin.listReconciliations.invalidate(), utils.admin.listDifferences.invalidate()])
}
