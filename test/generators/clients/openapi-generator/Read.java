import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.JSON;

/** Reads responses with values that the document does not know yet, and prints those whose values are kept. */
public class Read {
  public static void main(String[] args) throws Exception {
    var values = JsonParser.parseString(Files.readString(Path.of("later-values.json"))).getAsJsonObject();
    for (var entry : values.entrySet()) {
      var model = Class.forName("org.openapitools.client.model." + entry.getKey());
      var read = JSON.getGson().fromJson(entry.getValue(), model);
      if (countLater(JSON.getGson().toJson(read)) == countLater(entry.getValue().toString())) {
        System.out.println(entry.getKey());
      }
    }
  }

  private static int countLater(String json) {
    return json.split("added_later", -1).length;
  }
}
