import type { QuestionResult } from '@chuma/contract/surveys/results'
import { useAnswerWords } from '../use-answer-words.ts'
import classes from './report.module.css'

/** Answers in an order, which columns side by side show; of others a bar each, with room for words. */
const ORDERED = ['rating', 'scale', 'number']

/** The table beside it says the same to readers who cannot see it. */
export function ReportChart({ question: { type, rows } }: { question: QuestionResult }) {
  return ORDERED.includes(type) && rows.length <= 12 ? <Columns rows={rows} /> : <Bars rows={rows} />
}

type Rows = { rows: QuestionResult['rows'] }

function Columns({ rows }: Rows) {
  const highest = Math.max(0.01, ...rows.map(({ share }) => share?.high ?? share?.share ?? 0))
  return (
    <div className={classes.columns} aria-hidden>
      {rows.map(({ answer, label, share }) => (
        <div key={answer} className={classes.column}>
          <div className={classes.well}>
            {share && (
              <div className={classes.fill} style={{ height: `${(share.share / highest) * 100}%` }} />
            )}
            {share && share.low !== null && share.high !== null && (
              <div
                className={classes.whisker}
                style={{
                  bottom: `${(share.low / highest) * 100}%`,
                  height: `${((share.high - share.low) / highest) * 100}%`,
                }}
              />
            )}
          </div>
          <span>{label}</span>
        </div>
      ))}
    </div>
  )
}

function Bars({ rows }: Rows) {
  const wordOf = useAnswerWords()
  return (
    <div className={classes.bars} aria-hidden>
      {rows.map(({ answer, label, share }) => (
        <div key={answer}>
          <span>{wordOf({ answer, label })}</span>
          <div className={classes.track}>
            {share && <div className={classes.fill} style={{ width: `${share.share * 100}%` }} />}
            {share && share.low !== null && share.high !== null && (
              <div
                className={classes.interval}
                style={{ left: `${share.low * 100}%`, width: `${(share.high - share.low) * 100}%` }}
              />
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
