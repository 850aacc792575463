import type { ImportedStatement } from '@chuma/contract/reconciliation'
import { Button, FileInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { isApiError, trpc } from '../../../trpc.ts'
import { Section } from '../../../ui/section.tsx'
import { useShowFailure } from '../-admin/use-show-failure.ts'
import { ImportResult } from './import-result.tsx'
import classes from './reconciliation.module.css'
import { useRefreshBooks } from './use-refresh-books.ts'

/** What the provider says that it paid, as a file. */
export function ImportSection() {
  const t = useT()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { send, result, forget, pending } = useImport(setProblem)
  const start = async (isDryRun: boolean) => {
    if (!file) return setProblem(t('books.fileMissing'))
    send({ csv: await file.text(), isDryRun })
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setProblem(null)
    forget()
  }
  return (
    <Section title={t('books.import')} text={t('books.importText')}>
      <FileInput
        label={t('books.file')}
        placeholder={t('books.filePlaceholder')}
        accept=".csv,text/csv"
        classNames={{ root: classes.file ?? '', placeholder: classes.placeholder ?? '' }}
        value={file}
        onChange={choose}
        error={problem}
      />
      <div className={classes.actions}>
        <Button variant="default" loading={pending === 'try'} onClick={() => void start(true)}>
          {t('books.dryRun')}
        </Button>
        <Button loading={pending === 'import'} onClick={() => void start(false)}>
          {t('books.importAction')}
        </Button>
      </div>
      <div role="status">{result && <ImportResult result={result} />}</div>
    </Section>
  )
}

function useImport(showProblem: (problem: string | null) => void) {
  const refresh = useRefreshBooks()
  const showFailure = useShowFailure()
  const [result, setResult] = useState<ImportedStatement | null>(null)
  const request = trpc.admin.importStatement.useMutation({
    onMutate: () => {
      setResult(null)
      showProblem(null)
    },
    onSuccess: (answer) => {
      setResult(answer)
      if (answer.isImported) void refresh()
    },
    onError: (error) => {
      const [problem] = (isApiError(error) && error.data?.fieldErrors?.csv) || []
      if (problem) showProblem(problem)
      else showFailure(error)
    },
  })
  const isTrying = request.variables?.isDryRun === true
  return {
    send: request.mutate,
    result,
    forget: () => setResult(null),
    pending: request.isPending ? (isTrying ? 'try' : 'import') : null,
  }
}
