import type { ClientComment } from '@chuma/contract/clients/client-surveys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { clientApi } from '../client-api.ts'
import { CommentForm } from '../comment-form.tsx'
import { Thread } from '../thread.tsx'

/** The thread between a client and our team about a survey. */
export function CommentsSection({ surveyId, mayWrite }: { surveyId: string; mayWrite: boolean }) {
  const t = useT()
  const queries = useQueryClient()
  const key = ['comments', surveyId]
  const query = useQuery({
    queryKey: key,
    queryFn: () => clientApi.clients.listComments.query({ surveyId, limit: 100 }),
  })
  const write = useMutation({
    mutationFn: (text: string) => clientApi.clients.writeComment.mutate({ surveyId, text }),
    onSuccess: (comment) => queries.setQueryData<ClientComment[]>(key, (before = []) => [comment, ...before]),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('clients.commentFailed'),
        message: serverMessage(error, t('state.failedText')),
      }),
  })
  return (
    <Section title={t('clients.comments')} text={t('client.commentsText')}>
      {mayWrite && (
        <CommentForm label={t('client.comment')} isPending={write.isPending} onSend={write.mutateAsync} />
      )}
      <QueryView query={query} skeleton={<Skeletons count={1} height={80} />}>
        {(comments) => <Thread comments={comments} />}
      </QueryView>
    </Section>
  )
}
