import type { QuizOptionKey } from '@chuma/contract/tasks/games'
import type { Db } from '@chuma/db/client'
import { insertMissingQuestions } from '@chuma/db/queries/tasks/quiz-questions'

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
