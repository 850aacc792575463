import type { QuizOptionKey } from '@chuma/contract/tasks/games'
import type { Db } from '@chuma/db/client'
import { insertMissingQuestions } from '@chuma/db/queries/tasks/quiz-questions'
import { insertMissingTasks } from '@chuma/db/queries/tasks/tasks'

type DemoTask = {
  title: string
  description: string
  points: number
  url?: string
  minTimeSeconds?: number
  instructions?: string
}

const videos: DemoTask[] = [
  {
    title: 'Big Buck Bunny',
    description: 'A giant rabbit, three bullies and a plan. An animated short film that anybody may share.',
    points: 20,
    url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  },
  {
    title: 'Sintel',
    description: 'A girl looks for a lost dragon. Animated, fifteen minutes; half a minute counts.',
    points: 35,
    url: 'https://www.youtube.com/watch?v=eRsGyueVLvQ',
  },
  {
    title: 'Tears of Steel',
    description:
      'Robots, Amsterdam and an apology that comes late: live action with a lot of computing in it.',
    points: 40,
    url: 'https://youtu.be/R6MlUcmOul8',
  },
  {
    title: 'Spring',
    description: 'A shepherd girl and a dog wake up the season. Eight minutes without a word.',
    points: 50,
    url: 'https://www.youtube.com/watch?v=WhWc3b3KhnY',
  },
]

const ads: DemoTask[] = [
  {
    title: 'Put your street on the map',
    description: 'OpenStreetMap is drawn by the people who live there. See how much of your area is missing.',
    points: 10,
    url: 'https://www.openstreetmap.org/',
    minTimeSeconds: 10,
  },
  {
    title: 'Kenya in Kiswahili',
    description: 'The free encyclopedia, in a language you can read to your grandmother.',
    points: 15,
    url: 'https://sw.wikipedia.org/wiki/Kenya',
    minTimeSeconds: 15,
  },
  {
    title: 'Learn something for nothing',
    description: 'Mathematics, economics and computing at your own pace, with exercises.',
    points: 25,
    url: 'https://www.khanacademy.org/',
    minTimeSeconds: 30,
  },
]

const socialTasks: DemoTask[] = [
  {
    title: 'Tell three friends',
    description: 'Share how you earn here with people who would want to know.',
    points: 30,
    instructions: 'Post it where your friends can see it, and hand in the link of your post.',
  },
  {
    title: 'A photo of a good meal',
    description: 'What you cooked or where you ate: post a picture with the price of it.',
    points: 40,
    instructions: 'Write the price in shillings beside the picture. Hand in the link of your post.',
  },
  {
    title: 'Review a place you know',
    description: 'A shop, a clinic, a stage: an honest review helps the next person.',
    points: 50,
    instructions: 'Write at least three sentences on a map or review site, and hand in the link.',
  },
]

const microJobs: DemoTask[] = [
  {
    title: 'Prices in your market',
    description: 'What do maize flour, sukuma wiki and a litre of milk cost where you shop?',
    points: 25,
    instructions: 'Give the name of the market, the day, and the three prices in shillings.',
  },
  {
    title: 'Translate ten sentences',
    description: 'From English into Kiswahili, the way you would say them to a neighbour.',
    points: 120,
    instructions: 'Choose any ten sentences of this site. Hand in each with your translation below it.',
  },
]

const links: DemoTask[] = [
  {
    title: 'Open a savings goal',
    description: 'Our partner adds points once your first saving has arrived.',
    points: 250,
    url: 'https://example.com/savings?ref={click_id}',
    instructions: 'Use the same phone from the link to the first saving, so that our partner recognises you.',
  },
]

/** Add tasks of every kind for the demo. Existing ones, by title, don't change. */
export function ensureDemoTasks(db: Db): Promise<void> {
  const newest = Date.now()
  const ofKind = (kind: 'video' | 'ad' | 'social' | 'micro-job' | 'affiliate', tasks: DemoTask[]) =>
    tasks.map(({ url = null, minTimeSeconds = null, instructions = '', ...task }, index) => ({
      ...task,
      kind,
      url,
      minTimeSeconds,
      instructions,
      country: 'Kenya',
      partnerId: null,
      createdAt: new Date(newest - index * 3_600_000),
    }))
  const tasks = [
    ...ofKind('video', videos),
    ...ofKind('ad', ads),
    ...ofKind('social', socialTasks),
    ...ofKind('micro-job', microJobs),
    ...ofKind('affiliate', links),
  ]
  return db.transaction().execute((trx) => insertMissingTasks(trx, tasks))
}

type DemoQuestion = [question: string, a: string, b: string, c: string, d: string, correct: QuizOptionKey]

const questions: DemoQuestion[] = [
  ['What is the capital of Kenya?', 'Mombasa', 'Nairobi', 'Kisumu', 'Nakuru', 'B'],
  ['In which year did Kenya become independent?', '1957', '1960', '1963', '1970', 'C'],
  [
    'Who was the first President of Kenya?',
    'Jomo Kenyatta',
    'Daniel arap Moi',
    'Tom Mboya',
    'Mwai Kibaki',
    'A',
  ],
  ['How many counties does Kenya have?', '38', '42', '45', '47', 'D'],
  [
    'Which is the highest mountain in Kenya?',
    'Mount Elgon',
    'Mount Longonot',
    'Mount Kenya',
    'Kilimanjaro',
    'C',
  ],
  [
    'Which lake does Kenya share with Uganda and Tanzania?',
    'Lake Victoria',
    'Lake Turkana',
    'Lake Naivasha',
    'Lake Nakuru',
    'A',
  ],
  [
    'Which ocean lies at the Kenyan coast?',
    'The Atlantic',
    'The Indian Ocean',
    'The Pacific',
    'The Southern Ocean',
    'B',
  ],
  [
    'Which are the official languages of Kenya?',
    'English and French',
    'Kiswahili and Arabic',
    'English only',
    'Kiswahili and English',
    'D',
  ],
  ['In which year did Wangari Maathai receive the Nobel Peace Prize?', '1998', '2004', '2008', '2011', 'B'],
  [
    'Which word stands as the motto in the Kenyan coat of arms?',
    'Uhuru',
    'Hakuna matata',
    'Harambee',
    'Nyayo',
    'C',
  ],
  [
    'Into which reserve do the wildebeest cross from the Serengeti?',
    'The Maasai Mara',
    'Samburu',
    'Tsavo East',
    'Amboseli',
    'A',
  ],
  ['In which year did M-Pesa start in Kenya?', '1999', '2003', '2012', '2007', 'D'],
]

/** Add questions for the demo's quiz. Existing ones, by their text, don't change. */
export function ensureDemoQuestions(db: Db): Promise<void> {
  const rows = questions.map(([question, optionA, optionB, optionC, optionD, correctAnswer]) => ({
    question,
    optionA,
    optionB,
    optionC,
    optionD,
    correctAnswer,
  }))
  return db.transaction().execute((trx) => insertMissingQuestions(trx, rows))
}
