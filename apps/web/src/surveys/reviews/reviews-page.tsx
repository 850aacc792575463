import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ReviewSection } from './review-section.tsx'
import { ReviewsSection } from './reviews-section.tsx'

/** Surveys whose answers are in doubt, and the decisions. */
export function ReviewsPage({ review }: { review?: string }) {
  const t = useT()
  return (
    <AdminFrame title={t('reviews.title')} needs="proofs:read">
      {({ permissions }) => {
        const mayDecide = permissions.includes('proofs:decide')
        return review ? (
          <ReviewSection key={review} id={review} mayDecide={mayDecide} />
        ) : (
          <ReviewsSection mayDecide={mayDecide} />
        )
      }}
    </AdminFrame>
  )
}
