import { Button } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Notice } from '../../ui/states/states.tsx'

type EditorProps = {
  published: number | null
  /** The questions are the survey's plain list. */
  isList: boolean
}

/** In the questionnaire's editor: which questions members answer. */
export function QuestionnaireIsLive({ published, isList }: EditorProps) {
  const t = useT()
  const isLive = published !== null || isList
  const text = isList ? 'questionnaire.listIsLive' : 'questionnaire.unpublished'
  return (
    <Notice title={t(isLive ? 'questionnaire.live' : 'questionnaire.notLive')}>
      {published === null ? t(text) : t('questionnaire.publishedNow', { version: published })}
    </Notice>
  )
}

type FormProps = { surveyId: string | null; onQuestionnaire?: (() => void) | undefined }

/** In the offer's form: which questions members answer, and where they are written. */
export function OfferQuestions({ surveyId, onQuestionnaire }: FormProps) {
  const t = useT()
  const { data } = trpc.admin.getQuestionnaire.useQuery(
    { id: surveyId ?? '' },
    { enabled: surveyId !== null, staleTime: 0 },
  )
  if (surveyId === null) return <Notice title={t('questions.title')}>{t('questions.new')}</Notice>
  if (!data) return null
  const { publishedVersion: version, version: drafted, questionnaire } = data
  const isList = drafted === 0 && questionnaire !== null
  return (
    <Notice
      title={t('questions.title')}
      action={
        onQuestionnaire && (
          <Button variant="default" onClick={onQuestionnaire}>
            {t('questions.toQuestionnaire')}
          </Button>
        )
      }
    >
      {version === null
        ? t(isList ? 'questions.ofList' : 'questionnaire.unpublished')
        : t('questions.ofVersion', { version })}
    </Notice>
  )
}
