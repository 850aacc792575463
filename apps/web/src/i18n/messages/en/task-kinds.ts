export const taskKinds = {
  'activityKind.video': 'Videos',
  'movement.video': 'Video: {title}',

  'activityKind.ad': 'Ads',
  'movement.ad': 'Advertisement: {title}',

  'activityKind.social': 'Social tasks',
  'movement.social': 'Social task: {title}',
  'proven.social.lead': 'Do it, show us, and we look at it. The points come when it is approved.',
  'proven.social.emptyTitle': 'No social tasks right now',
  'proven.social.emptyText': 'New ones arrive all the time: look in again soon.',
  'proven.social.lockedTitle': 'Social tasks come with premium',
  'proven.social.lockedText': 'Premium members earn points for sharing, reviewing and telling friends.',

  'activityKind.micro-job': 'Micro-jobs',
  'movement.micro-job': 'Micro-job: {title}',
  'proven.micro-job.lead': 'Small pieces of work, open to everybody. A person looks at what you hand in.',
  'proven.micro-job.emptyTitle': 'No micro-jobs right now',
  'proven.micro-job.emptyText': 'When there is something to do, it appears here.',

  'activityKind.affiliate': 'Affiliate links',
} as const
