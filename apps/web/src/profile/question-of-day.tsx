import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import { Button } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Panel } from '../ui/page/page.tsx'
import { AnswerForm } from './attribute-field.tsx'

/** One question a day, until it is answered or dismissed. */
export function QuestionOfDay() {
  const attribute = trpc.profile.getQuestion.useQuery().data?.attribute
  return attribute ? <QuestionCard key={attribute} attribute={attribute} /> : null
}

function QuestionCard({ attribute }: { attribute: AttributeKey }) {
  const t = useT()
  const utils = trpc.useUtils()
  const close = () => utils.profile.getQuestion.setData(undefined, { attribute: null })
  const dismiss = trpc.profile.dismissQuestion.useMutation({ onSuccess: close })
  return (
    <Panel aria-label={t('aboutYou.title')}>
      <AnswerForm
        attribute={attribute}
        codes={[]}
        source="question"
        onDone={close}
        dismissal={
          <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate({ attribute })}>
            {t('aboutYou.dismiss')}
          </Button>
        }
      />
    </Panel>
  )
}
