import { Button } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Notice } from '../../ui/states/states.tsx'

type EditorProps = { published: number | null; onOffer?: (() => void) | undefined }

/** In the questionnaire's editor: which questions members answer, and where the offer's are. */
export function QuestionnaireIsLive({ published, onOffer }: EditorProps) {
  const t = useT()
  const isLive = published !== null
  return (
    <Notice
      title={t(isLive ? 'questionnaire.live' : 'questionnaire.notLive')}
      action={
        onOffer && (
          <Button variant="default" onClick={onOffer}>
            {t('questionnaire.toOffer')}
          </Button>
        )
      }
    >
      {isLive ? t('questionnaire.publishedNow', { version: published }) : t('questionnaire.unpublished')}
    </Notice>
  )
}

type FormProps = { surveyId: string; onQuestionnaire?: (() => void) | undefined }

/** In the offer's form: which questions members answer, and where the questionnaire is. */
export function OfferQuestionsAreLive({ surveyId, onQuestionnaire }: FormProps) {
  const t = useT()
  const { data } = trpc.admin.getQuestionnaire.useQuery({ id: surveyId }, { staleTime: 0 })
  if (!data) return null
  const version = data.publishedVersion
  return (
    <Notice
      title={t(version === null ? 'questions.live' : 'questions.notLive')}
      action={
        onQuestionnaire && (
          <Button variant="default" onClick={onQuestionnaire}>
            {t('questions.toQuestionnaire')}
          </Button>
        )
      }
    >
      {version === null ? t('questions.liveText') : t('questions.notLiveText', { version })}
    </Notice>
  )
}
