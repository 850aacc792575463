import type { ImportedQuizQuestions } from '@chuma/contract/tasks/admin-quiz'
import { CsvDownload } from '../../admin/csv-download.tsx'
import { CsvUpload } from '../../admin/csv-upload.tsx'
import classes from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'

/** Exports the questions as CSV, and imports them again. For staff who may change them: the file has the right answers. */
export function QuestionFiles() {
  const t = useT()
  const { client } = trpc.useUtils()
  return (
    <Section title={t('quizzesTab.files')} text={t('quizzesTab.filesText')}>
      <CsvDownload fileName="chuma-quiz.csv" load={() => client.admin.exportQuizQuestions.query()}>
        {t('quizzesTab.download')}
      </CsvDownload>
      <Upload />
    </Section>
  )
}

function Upload() {
  const t = useT()
  const utils = trpc.useUtils()
  const request = trpc.admin.importQuizQuestions.useMutation({
    onSuccess: ({ isImported }) => {
      if (!isImported) return
      void utils.admin.listQuizQuestions.invalidate()
      void utils.admin.getGames.invalidate()
    },
  })
  return (
    <CsvUpload
      labels={{
        file: t('quizzesTab.file'),
        placeholder: t('quizzesTab.filePlaceholder'),
        missing: t('quizzesTab.fileMissing'),
        check: t('quizzesTab.check'),
        import: t('quizzesTab.import'),
      }}
      send={request.mutateAsync}
      // Only a checked file can be imported, and only as a whole.
      isReady={({ isDryRun, refusedCount, addedCount, changedCount }) =>
        isDryRun && refusedCount === 0 && addedCount + changedCount > 0
      }
    >
      {(result) => <QuestionFileResult result={result} />}
    </CsvUpload>
  )
}

const SHOWN = 200

/** The result, or preview, of a question import, row by row; refused rows come first. */
function QuestionFileResult({ result }: { result: ImportedQuizQuestions }) {
  const t = useT()
  const { isImported, addedCount, changedCount, unchangedCount, refusedCount, results } = result
  const figures = { added: addedCount, changed: changedCount, unchanged: unchangedCount }
  const refused = results.filter(({ problem }) => problem !== null)
  const rows = [...refused, ...results.filter(({ problem }) => problem === null)]
  return (
    <>
      {refusedCount > 0 ? (
        <p className={blocks.bad}>{t('quizzesTab.refused', { count: refusedCount })}</p>
      ) : (
        <p className={blocks.good}>
          {t(isImported ? 'quizzesTab.imported' : 'quizzesTab.wouldImport', figures)}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <ul className={classes.results} aria-label={t('quizzesTab.files')} tabIndex={0}>
        {rows.slice(0, SHOWN).map(({ line, question, outcome, problem }) => (
          <li key={line}>
            {outcome === 'refused'
              ? t('quizzesTab.refusedRow', { line, problem: problem ?? '', question })
              : t('quizzesTab.row', { line, outcome: t(`quizOutcome.${outcome}`), question })}
          </li>
        ))}
        {rows.length > SHOWN && <li>{t('quizzesTab.moreRows', { count: rows.length - SHOWN })}</li>}
      </ul>
    </>
  )
}
