import type { ImportedQuizQuestions } from '@chuma/contract/tasks/admin-quiz'
import classes from '../../admin/catalogue.module.css'
import { useT } from '../../i18n/use-t.ts'

const SHOWN = 200

/** What a table of questions has done, or would do, row by row; what is refused comes first. */
export function QuestionFileResult({ result }: { result: ImportedQuizQuestions }) {
  const t = useT()
  const { isImported, addedCount, changedCount, unchangedCount, refusedCount, results } = result
  const figures = { added: addedCount, changed: changedCount, unchanged: unchangedCount }
  const refused = results.filter(({ problem }) => problem !== null)
  const rows = [...refused, ...results.filter(({ problem }) => problem === null)]
  return (
    <>
      {refusedCount > 0 ? (
        <p className={classes.bad}>{t('quizzesTab.refused', { count: refusedCount })}</p>
      ) : (
        <p className={classes.good}>
          {t(isImported ? 'quizzesTab.imported' : 'quizzesTab.wouldImport', figures)}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard */}
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
