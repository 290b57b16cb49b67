import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, matchThePairs, multipleChoice, ordering } from "../questions.ts";

export const foodHygiene: DemoCourse = {
  key: "food-hygiene",
  title: "Food hygiene level 2",
  description:
    "For everyone who cooks, serves or carries food at Northgate: the four Cs, the temperatures that matter, and the fourteen allergens. Follows the advice of the Food Standards Agency.",
  category: "health-and-safety",
  course_code: "NGT-120",
  price: 15,
  level: "Intermediate",
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "Default",
  prerequisites: ["welcome"],
  branches: ["north", "south"],
  units: [
    {
      type: "Content",
      title: "Why food makes people ill",
      content: lesson(`
        # Small things, quickly many
        Most food poisoning comes from **bacteria** and **viruses** that we can neither see, smell nor taste. Given warmth, moisture, food and time, one bacterium can become more than two million in seven hours.

        ## The usual suspects
        - **Campylobacter**: mostly from raw poultry, and the commonest cause of bacterial food poisoning in the United Kingdom
        - **Salmonella**: poultry, eggs, and anything they touched
        - **E. coli O157**: raw beef, unwashed vegetables, soil
        - **Listeria**: soft cheese, smoked fish, sliced meats; it grows slowly even in a fridge
        - **Norovirus**: people, not food. It travels on hands

        ## Who is most at risk
        Older people, small children, pregnant women and people with weak immune systems can become seriously ill from a dose that a healthy adult would hardly notice. **They are exactly the people we cook for.**

        ## The four Cs
        Everything in this course belongs to one of four words:
        1. **Cleaning**
        2. **Cooking**
        3. **Chilling**
        4. **Cross-contamination**, which we avoid

        The [Food Standards Agency](https://www.food.gov.uk/business-guidance/safer-food-better-business-sfbb) publishes the diary that hangs in both our kitchens. If you cook, you fill it in.
      `),
    },
    {
      type: "Content",
      title: "Cleaning, and clean hands",
      completion_option: "question",
      questions: [
        ordering("Put the steps of two-stage cleaning in order.", [
          "Remove scraps and loose dirt",
          "Wash with hot water and detergent",
          "Rinse",
          "Disinfect, and leave for the contact time",
          "Let it air-dry, or dry with a disposable cloth",
        ]),
      ],
      content: lesson(`
        # Hands first
        Wash your hands with warm water and soap for about **20 seconds**: palms, backs, between the fingers, thumbs and wrists. Dry them with a disposable towel, because wet hands carry more germs.

        ## When
        - Before you touch food, and between raw and ready-to-eat food
        - After the toilet, after touching your face, hair or telephone
        - After handling waste, raw meat, raw eggs or cleaning chemicals
        - After a break, and after every delivery

        Gloves are not a substitute. They get as dirty as hands, and people wash them less.

        ## Surfaces in two stages
        Detergent lifts grease; disinfectant kills germs. **Disinfectant does not work on a dirty surface**, so the first stage cannot be left out. Leave the disinfectant on for the time on the label: wiping it off at once does nothing.

        ## Fit to work?
        Tell the kitchen lead before your shift if you have been ill. After diarrhoea or vomiting, stay away from food until you have been **free of symptoms for 48 hours**. Cover cuts with a blue waterproof plaster. Tie hair back, take off watches and rings other than a plain band, and put on a clean apron when you come in, not at home.
      `),
    },
    {
      type: "Content",
      title: "Hot and cold",
      completion_option: "time",
      time_limit: 30,
      content: lesson(`
        # The danger zone
        Bacteria multiply fastest between **8 °C and 63 °C**. Keep food out of that range, and where you cannot, keep the time short.

        ## The numbers to know
        - **Fridge**: set to 5 °C or below. The law says 8 °C at most
        - **Freezer**: −18 °C
        - **Cooking and reheating**: 70 °C in the middle for 2 minutes, or 75 °C for 30 seconds
        - **Hot holding**: 63 °C or above
        - **Cooling**: as fast as you can, and into the fridge within 1 to 2 hours

        ## Using the probe
        1. Clean and disinfect the probe.
        2. Push it into the thickest part, clear of bone and tin.
        3. Wait until the reading stands still.
        4. Write the reading down.
        5. Clean and disinfect it again.

        ## Rice
        Cooked rice deserves its own line. Spores of *Bacillus cereus* survive boiling and make a poison that reheating does not destroy. Cool rice within an hour, keep it in the fridge for no longer than a day, and reheat it once only.

        ## Thawing
        Defrost in the fridge, at the bottom, in a tray. Once thawed, use within 24 hours and never freeze again what was raw.
      `),
    },
    {
      type: "Content",
      title: "Keeping things apart: raw food and allergens",
      content: lesson(`
        # Cross-contamination
        Germs travel from raw food to food that nobody will cook again: by hands, boards, knives, cloths and drips.

        - Store raw meat and fish **below** ready-to-eat food, covered
        - Use the coloured boards: red for raw meat, blue for raw fish, green for salad and fruit, brown for vegetables, yellow for cooked meat, white for bread and dairy
        - Never wash raw chicken: the splashes travel further than you think
        - Change cloths often, and use disposable ones for raw meat

        ## Fourteen allergens
        By law we must be able to say which dishes contain any of these: **celery, cereals containing gluten, crustaceans, eggs, fish, lupin, milk, molluscs, mustard, peanuts, sesame, soybeans, sulphur dioxide and sulphites, tree nuts**.

        ## When somebody asks
        Never guess. 'I think it is fine' has killed people. Fetch the allergen folder, read the entry for today's dish together, and if a label is missing, say that we cannot tell. Food packed on our own premises before it is ordered carries its full list of ingredients, with allergens stressed; this is often called Natasha's Law.

        ## If somebody reacts
        Swelling of the mouth, trouble with breathing, sudden collapse: ring **999**, say 'anaphylaxis', and help them to use their adrenaline pen.
      `),
    },
    {
      type: "Test",
      title: "Food hygiene level 2: assessment",
      questions: [
        matchThePairs("Match each number with what it is for.", {
          "5 °C or below": "Fridge",
          "−18 °C": "Freezer",
          "63 °C or above": "Hot holding",
          "70 °C for 2 minutes": "Cooking",
        }),
        fillTheGaps(
          "After vomiting or diarrhoea, stay away from food until you have been free of symptoms for [48|12|24] hours. Wash hands for about [20|5|60] seconds.",
        ),
        multipleChoice("Where does raw chicken go in the fridge?", {
          "On the top shelf, where it is coldest": false,
          "At the bottom, covered, below ready-to-eat food": true,
          "Anywhere, as long as it is wrapped": false,
          "In the door": false,
        }),
        multipleChoice("Which of these are among the fourteen allergens? Tick all that apply.", {
          Sesame: true,
          Tomato: false,
          Celery: true,
          Lupin: true,
          Rice: false,
        }),
      ],
    },
  ],
};
