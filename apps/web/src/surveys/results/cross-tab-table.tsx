import type { CrossTab } from '@chuma/contract/surveys/results'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import classes from './results.module.css'
import { useAnswerWords } from './use-answer-words.ts'

const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 0 })

/** Shares of each column, with the letters of columns whose share is lower. */
export function CrossTabTable({ table: { columns, rows }, label }: { table: CrossTab; label: string }) {
  const t = useT()
  const wordOf = useAnswerWords()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('results.answer')}</th>
              {columns.map(({ letter, answer, label: words, base, isSmallBase }) => (
                <th key={letter} scope="col">
                  <span className={classes.letter}>{letter}</span> {wordOf({ answer, label: words })}
                  <small>
                    {base === null
                      ? t('results.few')
                      : t(isSmallBase ? 'results.smallColumn' : 'results.people', { count: base })}
                  </small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ answer, label: words, cells }) => (
              <tr key={answer}>
                <th scope="row">{wordOf({ answer, label: words })}</th>
                {cells.map(({ share, count, letters }, at) => (
                  <td key={columns[at]?.letter}>
                    {share === null ? (count === 0 ? '–' : t('results.few')) : percent.format(share)}{' '}
                    {letters && <span className={classes.letter}>{letters}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={blocks.quiet}>{t('results.lettersText')}</p>
    </>
  )
}
