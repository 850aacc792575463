import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { numberOf } from './edit-questionnaire.ts'
import classes from './questionnaire.module.css'

export type Issue = { level: 'error' | 'warning'; path: string; message: string }

type Props = {
  questionnaire: Questionnaire
  issues: readonly Issue[]
  undecidedCount: number
  /** The draft was changed after the check. */
  isOutdated: boolean
  onOpen: (id: number) => void
}

/** What has to change before publishing. */
export function CheckList({ questionnaire, issues, undecidedCount, isOutdated, onOpen }: Props) {
  const t = useT()
  const isClean = issues.every(({ level }) => level === 'warning')
  return (
    <Alert
      color={isOutdated ? 'gold' : isClean ? 'leaf' : 'red'}
      icon={isClean ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={t(
        isOutdated ? 'questionnaire.unchecked' : isClean ? 'questionnaire.clean' : 'questionnaire.toFix',
      )}
      role="status"
    >
      {isOutdated && <Text size="sm">{t('questionnaire.uncheckedText')}</Text>}
      <ul className={classes.issues}>
        {issues.map(({ path, message }) => {
          const { name, id } = findPlace(questionnaire, path)
          const where = name === null ? '' : t(`questionnaire.at.${name.kind}`, { number: name.number })
          return (
            <li key={`${path} ${message}`}>
              {id === null ? (
                where
              ) : (
                <button type="button" className={classes.title} onClick={() => onOpen(id)}>
                  {where}
                </button>
              )}{' '}
              {message}
            </li>
          )
        })}
      </ul>
      {undecidedCount > 0 && <Text size="sm">{t('questionnaire.undecided', { count: undecidedCount })}</Text>}
    </Alert>
  )
}

type Name = { kind: 'question' | 'section' | 'contradiction'; number: number }

/** Name what a path leads to: `sections.0.questions.2.showIf` is question 3. */
function findPlace(questionnaire: Questionnaire, path: string): { name: Name | null; id: number | null } {
  const [, section, question] = /sections\.(\d+)(?:\.questions\.(\d+))?/.exec(path) ?? []
  const [, contradiction] = /contradictions\.(\d+)/.exec(path) ?? []
  if (contradiction !== undefined)
    return { name: { kind: 'contradiction', number: Number(contradiction) + 1 }, id: null }
  if (section === undefined) return { name: null, id: null }
  if (question === undefined) return { name: { kind: 'section', number: Number(section) + 1 }, id: null }
  const place = { section: Number(section), question: Number(question) }
  const found = questionnaire.sections[place.section]?.questions[place.question]
  return { name: { kind: 'question', number: numberOf(questionnaire, place) }, id: found?.id ?? null }
}
