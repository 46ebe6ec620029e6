// A bot for every game, in JavaScript: it reads lines of JSON and answers each decision with an index into the legal actions.
//
//   cardlab match castle "json:node examples/json_bots/any_game.js" random -n 20
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.error(`playing ${message.game} on seat ${message.seat}`);
  } else if (message.type === "decide") {
    const legal = message.legal; // such as [{"action": 16777220, "text": "play 2"}, …]
    const index = (message.decision * 7919) % legal.length; // your idea goes here
    console.log(JSON.stringify({ index }));
  } else if (message.type === "over") {
    console.error(`it ended by ${message.reason} with the scores ${message.scores}`);
  }
});
